import * as contract from '#contract/plan.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { exportAccount } from './export-account.ts';
import { listTaskLists, listTasks } from './queries.ts';

export function addPlanRoutes(mount: Mount): void {
  mount(contract.listTasks, listTasks);
  mount(contract.listTaskLists, listTaskLists);
  mount(contract.exportMe, exportAccount);
}
