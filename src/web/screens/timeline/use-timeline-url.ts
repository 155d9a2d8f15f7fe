import { useEffect, useMemo } from 'react';
import {
  NO_TIMELINE_FILTERS,
  RELAY_SPANS,
  type RelaySpan,
  SHOWN_GROUPS,
  type TimelineFilters,
} from '#web/features/timeline/index.ts';
import { useSearch } from '#web/lib/use-search.ts';
import { useTyped } from '#web/lib/use-typed.ts';

const WAIT = 200;
const DEFAULT_SPAN: RelaySpan = 'two';

/** Filters and span are in the search parameters, so that a link shows the same. Typing is debounced. */
export function useTimelineUrl() {
  const [search, set] = useSearch();
  const q = search.get('q') ?? '';
  const agent = search.get('agent') ?? undefined;
  const list = search.get('list') ?? undefined;
  const group = SHOWN_GROUPS.find((each) => each === search.get('kind'));
  const span = RELAY_SPANS.find((each) => each === search.get('span')) ?? DEFAULT_SPAN;
  const [typed, setTyped] = useTyped(q);
  useEffect(() => {
    if (typed.trim() === q) return undefined;
    const timer = setTimeout(() => set({ q: typed.trim() }), WAIT);
    return () => clearTimeout(timer);
  });
  const filters = useMemo<TimelineFilters>(() => ({ agent, list, group, q }), [agent, list, group, q]);
  const setFilters = (change: Partial<TimelineFilters>) =>
    set({
      ...('agent' in change && { agent: change.agent ?? '' }),
      ...('list' in change && { list: change.list ?? '' }),
      ...('group' in change && { kind: change.group ?? '' }),
      ...('q' in change && { q: change.q ?? '' }),
    });
  return {
    filters,
    setFilters,
    typed,
    setTyped,
    showAll: () => {
      setTyped('');
      setFilters(NO_TIMELINE_FILTERS);
    },
    span,
    setSpan: (next: RelaySpan) => set({ span: next === DEFAULT_SPAN ? '' : next }),
  };
}
