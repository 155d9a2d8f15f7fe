import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { GROUP_KINDS } from '#contract/timeline-groups.ts';
import {
  TimelineGroup,
  type TimelineDay,
  type TimelineKind,
  type getTimelineDays as endpoint,
} from '#contract/timeline.ts';
import { requireProject } from '#server/projects/index.ts';
import type { TimelineContext } from './context.ts';
import { type DayRow, countAgents, countDays, countLists } from './queries.ts';

const GROUP_OF = new Map<TimelineKind, TimelineGroup>(
  TimelineGroup.options.flatMap((group) => GROUP_KINDS[group].map((kind) => [kind, group] as const)),
);
const DONE: readonly TimelineKind[] = ['finished', 'skipped', 'marked_done'];
const HANDOVERS: readonly TimelineKind[] = ['handover', 'took_over'];

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
    days: sumDays(matching.filter(({ kind }) => kinds?.includes(kind) ?? true)),
    total: sum(all ?? matching),
    groups: sumGroups(matching),
    agents,
    lists,
  };
}

const sum = (rows: readonly DayRow[]) => rows.reduce((total, { n }) => total + n, 0);

function sumGroups(rows: readonly DayRow[]): Record<TimelineGroup, number> {
  const groups = Object.fromEntries(TimelineGroup.options.map((group) => [group, 0])) as Record<TimelineGroup, number>;
  for (const { kind, n } of rows) {
    const group = GROUP_OF.get(kind);
    if (group !== undefined) groups[group] += n;
  }
  return groups;
}

function sumDays(rows: readonly DayRow[]): TimelineDay[] {
  const days = new Map<string, DayRow[]>();
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row]);
  return [...days].map(([day, of]) => {
    const count = (...kinds: readonly TimelineKind[]) => sum(of.filter(({ kind }) => kinds.includes(kind)));
    return {
      day,
      entries: sum(of),
      done: count(...DONE),
      handovers: count(...HANDOVERS),
      blocked: count('blocked'),
      asked: count('asked'),
      answered: count('answered'),
      held_seconds: of.reduce((total, { seconds }) => total + seconds, 0),
    };
  });
}
