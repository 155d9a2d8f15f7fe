import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { getRunOutput as endpoint } from '#contract/relay.ts';
import type { Context } from '#server/platform/context.ts';
import { liveRunsOf } from './live-runs.ts';
import { requireSeenRun } from './require-run.ts';

/** The output of an agent of a run, as far as this server still has it. */
export async function getRunOutput(
  ctx: Context,
  { id, worker }: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { run } = await requireSeenRun(ctx, id);
  const { text, from } = liveRunsOf(ctx.bus).outputOf(run.id, worker);
  return { worker, text, from, is_cut: from > 1 };
}
