import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { COUNTED_KINDS, GROUP_KINDS } from '#contract/timeline-groups.ts';
import type { TimelineDay, TimelineKind, getTimelineDays as endpoint } from '#contract/timeline.ts';
import { requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { type DayRow, countDays, countKinds, readListNames, readTotals } from './queries.ts';
import { listFilters, sumGroups, totalsOf } from './sum-totals.ts';

/** Counts per day and per filter, so that a page shows months without loading their entries. */
export async function getTimelineDays(
  ctx: TimelineContext,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { id } = await requireProject(ctx, input.id);
  await ctx.catchUp(id);
  const { agent, list, q, group, zone, days: most, back_to: backTo } = input;
  const { pool } = ctx.database;
  const kinds = group === undefined ? undefined : GROUP_KINDS[group];
  const hasWords = q !== undefined && q.trim() !== '';
  const [days, found, totals] = await Promise.all([
    countDays(pool, id, { agent, list, q, kinds }, { zone, days: most, backTo }),
    hasWords ? countKinds(pool, id, { agent, list, q }) : undefined,
    readTotals(pool, id),
  ]);
  const { agents, lists, total } = listFilters(totals);
  const counted = found ?? totalsOf(totals, { agent, list });
  const names = await readListNames(pool, [...lists.keys()]);
  return {
    days: sumDays(days, kinds),
    has_earlier: days.some(({ kind }) => kind === null),
    total,
    matching: counted.reduce((sum, { n }) => sum + n, 0),
    groups: sumGroups(counted),
    agents,
    lists: names.map((each) => ({ ...each, entries: lists.get(each.id) ?? 0 })),
  };
}

/** Days with entries of the chosen kinds. Their sums are those of the day, whichever kinds are shown of it. */
function sumDays(rows: readonly DayRow[], kinds: readonly TimelineKind[] | undefined): TimelineDay[] {
  const told = rows.flatMap(({ kind, ...row }) => (kind === null ? [] : [{ kind, ...row }]));
  return [...Map.groupBy(told, ({ day }) => day)].map(([day, of]) => {
    const count = (of_kinds: readonly TimelineKind[]) =>
      of.reduce((sum, { kind, n, undone }) => sum + (of_kinds.includes(kind) ? n - undone : 0), 0);
    return {
      day,
      entries: of.reduce((sum, { kind, n }) => sum + ((kinds?.includes(kind) ?? true) ? n : 0), 0),
      done: count(COUNTED_KINDS.done),
      handovers: count(COUNTED_KINDS.handovers),
      blocked: count(COUNTED_KINDS.blocked),
      asked: count(COUNTED_KINDS.asked),
      answered: count(['answered']),
      held_seconds: of.reduce((sum, { seconds }) => sum + seconds, 0),
    };
  });
}
