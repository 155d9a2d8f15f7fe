export type { Reader } from './entry/entry-row.tsx';
export { FilterBar } from './filter-bar/filter-bar.tsx';
export {
  isNarrowed,
  isShown,
  nameFilters,
  NO_TIMELINE_FILTERS,
  SHOWN_GROUPS,
  type TimelineFilters,
} from './filters.ts';
export { TimelineList } from './list/timeline-list.tsx';
export { useUnfolded } from './list/use-unfolded.ts';
export { type ShownDays, useTimelineDays } from './queries.ts';
export { RecentChanges } from './recent/recent-changes.tsx';
export { RELAY_SPANS, RelayCard, type RelaySpan } from './relay/relay-card.tsx';
export { ReportCard } from './report/report-card.tsx';
export { dayOf } from './times.ts';
export { useLiveTimeline } from './use-live-timeline.ts';
