import { GROUP_KINDS } from '#contract/timeline-groups.ts';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { TimelineEntry, TimelineGroup } from '#contract/timeline.ts';

/** What the list is narrowed to; empty strings and undefined narrow nothing. */
export interface TimelineFilters {
  agent: string | undefined;
  list: string | undefined;
  group: ShownGroup | undefined;
  q: string;
}

/** "other" has no chip: its entries are found under All. */
export type ShownGroup = Exclude<TimelineGroup, 'other'>;
export const SHOWN_GROUPS: readonly ShownGroup[] = ['done', 'handovers', 'stopped', 'blocked', 'asked', 'plan'];
export const NO_TIMELINE_FILTERS: TimelineFilters = { agent: undefined, list: undefined, group: undefined, q: '' };

export const isNarrowed = ({ agent, list, group, q }: TimelineFilters) =>
  agent !== undefined || list !== undefined || group !== undefined || q.trim() !== '';

/** As query parameters: what narrows nothing is left out. */
export function askedOf({ agent, list, group, q }: TimelineFilters) {
  return {
    ...(agent !== undefined && { agent }),
    ...(list !== undefined && { list }),
    ...(group !== undefined && { group }),
    ...(q.trim() !== '' && { q: q.trim() }),
  };
}

/** The same decision as the server's, for the pills of the relay. */
export function isShown(
  { kind, who, list_id, data }: TimelineEntry,
  { agent, list, group, q }: TimelineFilters,
): boolean {
  if (agent !== undefined && who.name !== agent && data.from !== agent) return false;
  if (list !== undefined && list_id !== list) return false;
  if (group !== undefined && !GROUP_KINDS[group].includes(kind)) return false;
  const words = q.trim().toLowerCase();
  if (words === '') return true;
  const number = data.number === undefined ? '' : `T${data.number}`;
  return [number, data.title, data.text, who.name].filter(Boolean).join(' ').toLowerCase().includes(words);
}

/** "No blocked tasks by cursor in Billing webhooks". */
export function nameFilters({ agent, list, group, q }: TimelineFilters, listName: (id: string) => string): string {
  return [
    T.empty.nothing[group ?? 'all'],
    agent !== undefined && `by ${agent}`,
    list !== undefined && `in ${listName(list)}`,
    q.trim() !== '' && `with “${q.trim()}”`,
  ]
    .filter(Boolean)
    .join(' ');
}
