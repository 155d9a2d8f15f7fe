import * as contract from '#contract/instance.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { getInstance } from './get-instance.ts';
import { getSetupStatus } from './get-setup-status.ts';
import { listOutbox } from './list-outbox.ts';

export function addInstanceRoutes(mount: Mount): void {
  mount(contract.getInstance, getInstance);
  mount(contract.getSetupStatus, getSetupStatus);
  mount(contract.listOutbox, listOutbox);
}
