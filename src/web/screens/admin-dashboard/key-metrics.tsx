import type { AdminMetrics } from '#contract/admin-system.ts';
import { ADMIN_DASHBOARD_TEXTS as T } from '#contract/admin-texts.ts';
import { formatCount, StatStrip, useMetrics } from '#web/features/admin/index.ts';
import { useDelayedFlag } from '#web/ui/loading.tsx';
import styles from './admin-dashboard.module.css';
import { QuietRetry } from './quiet-retry.tsx';

/** A failure shows dashes, and leaves the rest of the page usable. */
export function KeyMetrics() {
  const { data, isPending, isError, isFetching, refetch } = useMetrics();
  const loading = useDelayedFlag(isPending);
  return (
    <>
      <div className={styles.label}>
        <h2>{T.metrics}</h2>
        {isError && <QuietRetry busy={isFetching} onRetry={() => void refetch()} />}
      </div>
      <StatStrip label={T.metrics} loading={loading} stats={statsOf(data)} />
    </>
  );
}

function statsOf(metrics: AdminMetrics | undefined) {
  const said = (value: number | undefined) => (value === undefined ? undefined : formatCount(value));
  return [
    {
      name: T.totalUsers,
      value: said(metrics?.totalUsers),
      note: metrics ? `${formatCount(metrics.newUsersToday)} new today` : '\u00A0',
      good: metrics !== undefined && metrics.newUsersToday > 0,
    },
    { name: T.activeUsers, value: said(metrics?.activeUsers7Days), note: metrics ? shareOf(metrics) : '\u00A0' },
    { name: T.totalProjects, value: said(metrics?.totalProjects), note: metrics ? perUser(metrics) : '\u00A0' },
    { name: T.projectsToday, value: said(metrics?.projectsCreatedToday), note: metrics ? usualDay(metrics) : '\u00A0' },
  ];
}

function shareOf({ activeUsers7Days, totalUsers }: AdminMetrics) {
  return totalUsers === 0 ? 'No users yet' : `${Math.round((activeUsers7Days / totalUsers) * 100)}% of all users`;
}

function perUser({ totalProjects, totalUsers }: AdminMetrics) {
  return totalUsers === 0 ? 'No users yet' : `${(totalProjects / totalUsers).toFixed(1)} per user`;
}

function usualDay({ usualProjectsPerDay: usual }: AdminMetrics) {
  if (usual === null) return 'Not enough data yet';
  return `${usual > 0 && usual < 10 ? usual.toFixed(1) : formatCount(Math.round(usual))} on a typical day`;
}
