import type { Id } from '#contract/fields.ts';
import { COUNTED_KINDS } from '#contract/timeline-groups.ts';
import { DONE_KINDS, TimelineGroup, type TimelineKind } from '#contract/timeline.ts';
import type { TotalRow } from './queries.ts';

const AGENTS_MAX = 100;
const IS_DONE: ReadonlySet<TimelineKind> = new Set(DONE_KINDS);
/** Stands for "no list" in the key of the totals. */
const NO_LIST = '00000000-0000-0000-0000-000000000000';
const GROUP_OF = new Map<TimelineKind, TimelineGroup>(
  TimelineGroup.options.flatMap((group) => COUNTED_KINDS[group].map((kind) => [kind, group] as const)),
);

/** The totals that remain under a filter; the same decision as that of the entries. */
export const totalsOf = (
  totals: readonly TotalRow[],
  { agent, list }: { agent?: string | undefined; list?: Id | undefined },
) =>
  totals.filter(
    ({ who, from_who, list_id }) =>
      (agent === undefined || who === agent || from_who === agent) && (list === undefined || list_id === list),
  );

export function sumGroups(
  rows: readonly { kind: TimelineKind; n: number; undone: number }[],
): Record<TimelineGroup, number> {
  const groups = Object.fromEntries(TimelineGroup.options.map((group) => [group, 0])) as Record<TimelineGroup, number>;
  for (const { kind, n, undone } of rows) {
    const group = GROUP_OF.get(kind);
    if (group !== undefined) groups[group] += n - undone;
  }
  return groups;
}

/** What the timeline can be filtered by: whoever did something, longest at work first, and lists with their entries. */
export function listFilters(totals: readonly TotalRow[]) {
  const agents = new Map<string, { tasks: number; milliseconds: number }>();
  const lists = new Map<Id, number>();
  let total = 0;
  for (const { kind, who, who_kind: whoKind, list_id: list, n, undone, milliseconds } of totals) {
    total += n;
    if (list !== NO_LIST) lists.set(list, (lists.get(list) ?? 0) + n);
    if (whoKind === 'system') continue;
    const known = agents.get(who) ?? { tasks: 0, milliseconds: 0 };
    const tasks = IS_DONE.has(kind) ? n - undone : 0;
    agents.set(who, { tasks: known.tasks + tasks, milliseconds: known.milliseconds + milliseconds });
  }
  const sorted = [...agents]
    .map(([name, { tasks, milliseconds }]) => ({ name, tasks, seconds: Math.round(milliseconds / 1_000) }))
    .toSorted((a, b) => b.seconds - a.seconds || (a.name < b.name ? -1 : 1))
    .slice(0, AGENTS_MAX);
  return { agents: sorted, lists, total };
}
