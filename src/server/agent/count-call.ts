import type { Context } from '#server/platform/context.ts';
import { arrive } from './arrive.ts';
import type { CallLog } from './call-log.ts';

/** A REST call that came with a key: counted like a tool's, and a sign of life from whoever holds a baton. */
export async function countCall(ctx: Context, log: CallLog): Promise<void> {
  const { actor } = ctx;
  await arrive(ctx, await ctx.settings.read(), null, 'call');
  if (actor.kind === 'agent' && actor.projectId !== null) log.heard(ctx, actor.projectId);
}
