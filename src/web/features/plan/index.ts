export type { PlanView } from './data/plan-view.ts';
export { useFollowPlan, useLiveStatus, usePlan } from './data/use-plan.ts';
export { OverviewPanel } from './overview/overview-panel.tsx';
export { TaskPanel } from './task/task-panel.tsx';
export { BatonHolder } from './tree/baton-holder.tsx';
export { isFiltering, NO_FILTERS, type PlanFilters, type StatusFilter } from './tree/filter-plan.ts';
export { TreePanel } from './tree/tree-panel.tsx';
export { useChangeSummary } from './tree/use-change-summary.ts';
export { PlanMenu } from './transfer/plan-menu.tsx';
