import * as contract from '#contract/admin-logs.ts';
import type { MountDownload } from '#server/platform/http/download.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { exportErrors } from './export-errors.ts';
import { getError } from './get-error.ts';
import { listAudit } from './list-audit.ts';
import { listCalls } from './list-calls.ts';
import { listErrors } from './list-errors.ts';
import { setErrorResolved } from './set-error-resolved.ts';

export function addLogRoutes({ mount, mountDownload }: { mount: Mount; mountDownload: MountDownload }): void {
  mount(contract.listErrors, listErrors);
  mountDownload(contract.exportErrors, exportErrors);
  mount(contract.getError, getError);
  mount(contract.setErrorResolved, setErrorResolved);
  mount(contract.listCalls, listCalls);
  mount(contract.listAudit, listAudit);
}
