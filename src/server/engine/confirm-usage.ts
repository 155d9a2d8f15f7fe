import type { Id } from '#contract/fields.ts';
import { tellUsage } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { listPending } from './queries.ts';

/** The reservation becomes final: mails accounts near their limit. Best effort, never fails the run. */
export async function confirmUsage(ctx: Context, userId: Id): Promise<void> {
  const pending = await listPending(ctx.db, userId).catch((error: unknown) => {
    ctx.log.warn({ err: error, user: userId }, 'nobody was told of a limit');
  });
  if (pending !== undefined) await tellUsage(ctx, userId, pending);
}
