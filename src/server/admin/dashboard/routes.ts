import * as contract from '#contract/admin-system.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { getCharts } from './get-charts.ts';
import { getMetrics } from './get-metrics.ts';

export function addDashboardRoutes(mount: Mount): void {
  mount(contract.getMetrics, getMetrics);
  // The doubled segment is in the specification's list of calls, so both paths are served.
  mount({ ...contract.getMetrics, path: '/api/api/admin/dashboard/metrics' as const }, getMetrics);
  mount(contract.getCharts, getCharts);
}
