import * as contract from '#contract/admin-users.ts';
import { addInvitationRoutes, resetUserApiKey, setUserStatus, turnOffForPerson } from '#server/auth/index.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { getUserDetail } from './get-user-detail.ts';
import { listUsers } from './list-users.ts';
import { clearUserLimits, setUserLimits } from './set-user-limits.ts';
import { setUserTier } from './set-user-tier.ts';

export function addPeopleRoutes(mount: Mount): void {
  mount(contract.listUsers, listUsers);
  mount(contract.getUserDetail, getUserDetail);
  // The doubled segment is in the specification's list of calls, so both paths are served.
  mount({ ...contract.getUserDetail, path: '/api/api/admin/users/:id' as const }, getUserDetail);
  mount(contract.setUserStatus, async (ctx, { id, status }) => {
    await setUserStatus(ctx, { userId: id, status });
    return { status };
  });
  mount(contract.resetUserApiKey, resetUserApiKey);
  mount(contract.turnOffUserTwoFactor, turnOffForPerson);
  mount(contract.setUserTier, setUserTier);
  mount(contract.setUserLimits, setUserLimits);
  mount(contract.clearUserLimits, clearUserLimits);
  addInvitationRoutes(mount);
}
