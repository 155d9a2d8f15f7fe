export { AdminHead } from './admin-head.tsx';
export { AdminLayout } from './admin-layout.tsx';
export { AdminOnly } from './admin-only.tsx';
export { formatCost, formatNumber } from './format.ts';
export {
  useClearLimits,
  useResetKey,
  useSetLimits,
  useSetStatus,
  useSetTier,
  useTurnTwoFactorOff,
} from './mutations.ts';
export { Paging } from './paging.tsx';
export { useCharts, useEmail, useMetrics, useSafety, useUnresolvedCount, useUser, useUserPage } from './queries.ts';
export { SECTION_GROUPS } from './sections.ts';
export { StatStrip } from './stat-strip.tsx';
export { StatusBadge } from './status-badge.tsx';
