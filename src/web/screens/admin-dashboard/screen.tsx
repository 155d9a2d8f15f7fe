import { RotateCw } from 'lucide-react';
import { ADMIN_DASHBOARD_TEXTS as T } from '#contract/admin-texts.ts';
import { AdminHead, useCharts, useMetrics, useUnresolvedCount } from '#web/features/admin/index.ts';
import { formatClock } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Charts } from './charts.tsx';
import { KeyMetrics } from './key-metrics.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

export function Component() {
  const metrics = useMetrics();
  const charts = useCharts();
  const unresolved = useUnresolvedCount();
  const readAt = [metrics.dataUpdatedAt, charts.dataUpdatedAt].filter((at) => at > 0);
  const refresh = () => {
    void metrics.refetch();
    void charts.refetch();
    void unresolved.refetch();
  };
  return (
    <>
      <AdminHead
        title={T.title}
        actions={
          <>
            {/* The older of the two fetch times, so that nothing on the page is older than it says. */}
            {readAt.length > 0 && (
              <span className={cx(typography.small, typography.tertiary, typography.tabular)}>
                Updated {formatClock(Math.min(...readAt))}
              </span>
            )}
            <Button size="sm" icon={<RotateCw />} busy={metrics.isFetching || charts.isFetching} onClick={refresh}>
              Refresh
            </Button>
          </>
        }
      />
      <KeyMetrics />
      <Charts />
    </>
  );
}
