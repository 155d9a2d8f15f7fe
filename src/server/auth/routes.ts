import * as account from '#contract/account.ts';
import * as apiKey from '#contract/api-key.ts';
import * as namedKeys from '#contract/named-keys.ts';
import { listMyActivity as activity } from '#contract/account-activity.ts';
import * as emailChange from '#contract/email-change.ts';
import * as passkeys from '#contract/passkeys.ts';
import * as twoFactor from '#contract/two-factor.ts';
import type { Forward } from '#server/platform/http/forward.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { BASE_PATH } from './better-auth.ts';
import type { Auth } from './create-auth.ts';
import { type Deletion, deleteMe } from './delete-me.ts';
import { askEmailChange } from './email-change/ask-email-change.ts';
import { confirmEmailChange } from './email-change/confirm-email-change.ts';
import { cancelEmailChange, getEmailChange, stopEmailChange } from './email-change/stop-email-change.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { removePasskey, renamePasskey } from './passkeys/change-passkey.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { offerPasskey } from './passkeys/offer-passkey.ts';
import { generateApiKey, regenerateApiKey } from './generate-api-key.ts';
import { getAdminStatus } from './get-admin-status.ts';
import { getApiKey } from './get-api-key.ts';
import { getMe } from './get-me.ts';
import { listKeys } from './list-keys.ts';
import { listMyActivity } from './list-my-activity.ts';
import { listMySessions } from './list-my-sessions.ts';
import { type ProveProject, makeKey } from './make-key.ts';
import { revokeKey } from './revoke-key.ts';
import { revokeMySession } from './revoke-my-session.ts';
import { rotateKey } from './rotate-key.ts';
import { beginTwoFactor } from './two-factor/begin-two-factor.ts';
import { confirmTwoFactor } from './two-factor/confirm-two-factor.ts';
import { getTwoFactor } from './two-factor/get-two-factor.ts';
import { renewBackupCodes } from './two-factor/renew-backup-codes.ts';
import { turnOffTwoFactor } from './two-factor/turn-off-two-factor.ts';
import { updateMe } from './update-me.ts';
import { verifyApiKey } from './verify-api-key.ts';

export function addAuthRoutes(
  { mount, forward }: { mount: Mount; forward: Forward },
  auth: Auth,
  { deletion, proveProject }: { deletion: Deletion; proveProject: ProveProject },
): void {
  forward(BASE_PATH, auth.handle);
  mount(account.getMe, getMe);
  mount(account.updateMe, updateMe);
  // The payment provider may take seconds: exempt from the per-account concurrency limit.
  mount(account.deleteMe, (ctx, input) => deleteMe(ctx, input, deletion), { takesTurn: false });
  mount(account.listMySessions, listMySessions);
  mount(account.revokeMySession, revokeMySession);
  mount(activity, listMyActivity);
  mount(emailChange.getEmailChange, getEmailChange);
  mount(emailChange.askEmailChange, askEmailChange);
  mount(emailChange.cancelEmailChange, cancelEmailChange);
  mount(emailChange.confirmEmailChange, confirmEmailChange);
  mount(emailChange.stopEmailChange, stopEmailChange);
  mount(passkeys.listPasskeys, listPasskeys);
  mount(passkeys.offerPasskey, offerPasskey);
  mount(passkeys.addPasskey, addPasskey);
  mount(passkeys.renamePasskey, renamePasskey);
  mount(passkeys.removePasskey, removePasskey);
  mount(twoFactor.getTwoFactor, getTwoFactor);
  mount(twoFactor.beginTwoFactor, beginTwoFactor);
  mount(twoFactor.confirmTwoFactor, confirmTwoFactor);
  mount(twoFactor.turnOffTwoFactor, turnOffTwoFactor);
  mount(twoFactor.renewBackupCodes, renewBackupCodes);
  mount(account.getAdminStatus, getAdminStatus);
  mount(apiKey.getApiKey, getApiKey);
  mount(apiKey.generateApiKey, generateApiKey);
  mount(apiKey.regenerateApiKey, regenerateApiKey);
  mount(apiKey.verifyApiKey, verifyApiKey);
  mount(namedKeys.listKeys, listKeys);
  mount(namedKeys.makeKey, (ctx, input) => makeKey(ctx, input, proveProject));
  mount(namedKeys.rotateKey, rotateKey);
  mount(namedKeys.revokeKey, revokeKey);
}
