import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { getRelay as endpoint } from '#contract/timeline.ts';
import { requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { presentEntry } from './present.ts';
import { type StretchRow, listNextReady, selectStretches } from './queries.ts';

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
    stretches: rows.map(presentStretch).toReversed(),
    total: rows[0]?.total ?? 0,
    done: rows[0]?.done ?? 0,
    handovers: rows[0]?.handovers ?? 0,
    next,
  };
}

function presentStretch(row: StretchRow) {
  const entry = presentEntry(row);
  return row.is_undone ? { ...entry, data: { ...entry.data, is_undone: true } } : entry;
}
