import * as contract from '#contract/instance.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { getInstance } from './get-instance.ts';
import { type SetupParts, getSetupStatus } from './get-setup-status.ts';
import { listOutbox } from './list-outbox.ts';

export function addInstanceRoutes(mount: Mount, parts: SetupParts): void {
  mount(contract.getInstance, getInstance);
  mount(contract.getSetupStatus, (ctx) => getSetupStatus(ctx, parts));
  mount(contract.listOutbox, listOutbox);
}
