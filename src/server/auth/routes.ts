import * as account from '#contract/account.ts';
import type { Forward } from '#server/platform/http/forward.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { BASE_PATH } from './better-auth.ts';
import type { Auth } from './create-auth.ts';
import { deleteMe } from './delete-me.ts';
import { getAdminStatus } from './get-admin-status.ts';
import { getMe } from './get-me.ts';
import { listMySessions } from './list-my-sessions.ts';
import { revokeMySession } from './revoke-my-session.ts';
import { updateMe } from './update-me.ts';

export function addAuthRoutes({ mount, forward }: { mount: Mount; forward: Forward }, auth: Auth): void {
  forward(BASE_PATH, auth.handle);
  mount(account.getMe, getMe);
  mount(account.updateMe, updateMe);
  mount(account.deleteMe, deleteMe);
  mount(account.listMySessions, listMySessions);
  mount(account.revokeMySession, revokeMySession);
  mount(account.getAdminStatus, getAdminStatus);
}
