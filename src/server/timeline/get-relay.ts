import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { getRelay as endpoint } from '#contract/timeline.ts';
import { requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { presentEntry } from './present.ts';
import { listNextReady, selectStretches } from './queries.ts';

const STRETCHES_MAX = 2_000;

/** Who held a baton from when to when. */
export async function getRelay(
  ctx: TimelineContext,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { id } = await requireProject(ctx, input.id);
  await ctx.catchUp(id);
  const [rows, next] = await Promise.all([
    selectStretches(ctx.database.pool, id, input.from, input.to, STRETCHES_MAX),
    listNextReady(ctx.database.pool, id),
  ]);
  return {
    stretches: rows.map(presentEntry).toReversed(),
    total: rows[0]?.total ?? 0,
    next,
  };
}
