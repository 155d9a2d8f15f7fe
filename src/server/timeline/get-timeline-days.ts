import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { GROUP_KINDS } from '#contract/timeline-groups.ts';
import type { TimelineDay, TimelineKind, getTimelineDays as endpoint } from '#contract/timeline.ts';
import { requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { type DayRow, countDays, countKinds, readListNames, readTotals } from './queries.ts';
import { listFilters, sumGroups, totalsOf } from './sum-totals.ts';

const DONE: readonly TimelineKind[] = ['finished', 'skipped', 'marked_done'];
const HANDOVERS: readonly TimelineKind[] = ['handover', 'took_over'];

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
  const names = await readListNames(pool, [...lists.keys()]);
  return {
    days: sumDays(days),
    has_earlier: days.some(({ kind }) => kind === null),
    total,
    groups: sumGroups(found ?? totalsOf(totals, { agent, list })),
    agents,
    lists: names.map((each) => ({ ...each, entries: lists.get(each.id) ?? 0 })),
  };
}

function sumDays(rows: readonly DayRow[]): TimelineDay[] {
  const days = new Map<string, DayRow[]>();
  for (const row of rows) if (row.kind !== null) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return [...days].map(([day, of]) => {
    const count = (...kinds: readonly TimelineKind[]) =>
      of.reduce((sum, { kind, n }) => sum + (kind !== null && kinds.includes(kind) ? n : 0), 0);
    return {
      day,
      entries: of.reduce((sum, { n }) => sum + n, 0),
      done: count(...DONE),
      handovers: count(...HANDOVERS),
      blocked: count('blocked'),
      asked: count('asked'),
      answered: count('answered'),
      held_seconds: of.reduce((sum, { seconds }) => sum + seconds, 0),
    };
  });
}
