import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { COUNTED_KINDS, GROUP_KINDS } from '#contract/timeline-groups.ts';
import {
  TimelineGroup,
  type TimelineDay,
  type TimelineKind,
  type getTimelineDays as endpoint,
} from '#contract/timeline.ts';
import { requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { type DayRow, countAgents, countDays, countLists } from './queries.ts';

/** Counts per day and per filter, so that a page shows months without loading their entries. */
export async function getTimelineDays(
  ctx: TimelineContext,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { id } = await requireProject(ctx, input.id);
  await ctx.catchUp(id);
  const { agent, list, q, group, zone } = input;
  const { pool } = ctx.database;
  const isFiltered = agent !== undefined || list !== undefined || q !== undefined;
  const [matching, all, agents, lists] = await Promise.all([
    countDays(pool, id, { agent, list, q }, zone),
    isFiltered ? countDays(pool, id, {}, zone) : undefined,
    countAgents(pool, id),
    countLists(pool, id),
  ]);
  const kinds = group === undefined ? undefined : GROUP_KINDS[group];
  return {
    days: sumDays(matching, kinds),
    total: countEntries(all ?? matching),
    matching: countEntries(matching),
    groups: sumGroups(matching),
    agents,
    lists,
  };
}

const countEntries = (rows: readonly DayRow[]) => rows.reduce((total, { n }) => total + n, 0);
/** How many things of a kind there were, as everywhere a number of it is shown. */
const count = (rows: readonly DayRow[], kinds: readonly TimelineKind[]) =>
  rows.reduce((total, { kind, counted }) => total + (kinds.includes(kind) ? counted : 0), 0);

const sumGroups = (rows: readonly DayRow[]) =>
  Object.fromEntries(TimelineGroup.options.map((group) => [group, count(rows, COUNTED_KINDS[group])])) as Record<
    TimelineGroup,
    number
  >;

/** Days with entries of the chosen kinds. Their sums are those of the day, whichever kinds are shown of it. */
function sumDays(rows: readonly DayRow[], kinds: readonly TimelineKind[] | undefined): TimelineDay[] {
  return [...Map.groupBy(rows, ({ day }) => day)].flatMap(([day, of]) => {
    const entries = countEntries(of.filter(({ kind }) => kinds?.includes(kind) ?? true));
    if (entries === 0) return [];
    return {
      day,
      entries,
      done: count(of, COUNTED_KINDS.done),
      handovers: count(of, COUNTED_KINDS.handovers),
      blocked: count(of, COUNTED_KINDS.blocked),
      asked: count(of, COUNTED_KINDS.asked),
      answered: count(of, ['answered']),
      held_seconds: of.reduce((total, { seconds }) => total + seconds, 0),
    };
  });
}
