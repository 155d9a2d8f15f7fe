import type { Id } from '#contract/fields.ts';
import { tellUsage } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type RunRow, listPending } from './queries.ts';

/** What was counted for a run stays counted: whoever has little left by that is told. It never fails the run. */
export async function confirmUsage(ctx: Context, run: RunRow): Promise<void> {
  const userId = run.userId as Id;
  const pending = await listPending(ctx.db, userId).catch((error: unknown) => {
    ctx.log.warn({ err: error, run: run.id }, 'nobody was told of a limit');
  });
  if (pending !== undefined) await tellUsage(ctx, userId, pending);
}
