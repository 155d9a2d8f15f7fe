import type { AdminCharts } from '#contract/admin-system.ts';
import { useCharts } from '#web/features/admin/index.ts';
import { DayBars } from '#web/ui/charts/day-bars.tsx';
import { HoursChart } from '#web/ui/charts/hours-chart.tsx';
import { LogBars } from '#web/ui/charts/log-bars.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './admin-dashboard.module.css';
import { QuietRetry } from './quiet-retry.tsx';
import { UnresolvedErrors } from './unresolved-errors.tsx';

export function Charts() {
  const { data, isPending, isError, isFetching, refetch } = useCharts();
  const loading = useDelayedFlag(isPending);
  if (loading) {
    return (
      <div className={styles.loading}>
        <LoadingState text="Loading charts…">
          <Skeleton height={240} width="100%" />
        </LoadingState>
      </div>
    );
  }
  return (
    <>
      {isError && (
        <div className={cx(styles.label, styles.belowNumbers)}>
          <h2>Charts</h2>
          <QuietRetry busy={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <Drawn charts={data} />}
    </>
  );
}

function Drawn({ charts }: { charts: AdminCharts }) {
  return (
    <div className={styles.charts}>
      <HoursChart
        title="MCP calls, last 24 hours"
        hours={charts.calls.map(({ hour, ...counts }) => ({ at: hour, ...counts }))}
        empty="No agent has called in the last 24 hours."
      />
      <DayBars
        title="Sign-ups, last 30 days"
        unit="sign-ups"
        days={charts.signUps}
        empty="Nobody has signed up in the last 30 days."
      />
      <UnresolvedErrors errors={charts.unresolved} total={charts.unresolvedTotal} />
      <LogBars
        title="Slowest commands"
        aside="p95, log scale"
        rows={charts.slowest.map(({ command, p95, calls }) => ({ name: command, ms: p95, calls }))}
        empty="No command was called in the last 24 hours."
      />
    </div>
  );
}
