import * as contract from '#contract/set-up.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { type SetUpParts, finishSetUp } from './finish-set-up.ts';
import { getSetUp } from './get-set-up.ts';
import { openTestMail, sendTestMail } from './send-test-mail.ts';

export function addSetUpRoutes(mount: Mount, parts: SetUpParts): void {
  mount(contract.getSetUp, getSetUp);
  mount(contract.finishSetUp, (ctx, input) => finishSetUp(ctx, input, parts), { isLong: true });
  // A mail server may take seconds: exempt from the per-account concurrency limit, so other requests do not queue
  // behind it.
  mount(contract.sendTestMail, sendTestMail, { takesTurn: false });
  mount(contract.openTestMail, openTestMail);
}
