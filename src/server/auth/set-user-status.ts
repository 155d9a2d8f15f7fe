import { eq } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { sessions, users } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { audit, changeAccount, lockAdministrators } from './change-account.ts';
import { deleteGrants } from './oauth/queries.ts';
import { presentAccount } from './present.ts';
import { findUserForUpdate, hasOtherAdministrator } from './queries.ts';
import { lastAdministrator } from './refusals.ts';
import { requireStillAdministrator } from './require-still-administrator.ts';
import { requireAdministrator } from './require-user.ts';
import { isAdministrator } from './rules.ts';

export interface UserStatusInput {
  userId: string;
  status: 'active' | 'suspended';
}

/** Suspends or activates an account. Suspending revokes its sessions, effective on every server. */
export async function setUserStatus(ctx: Context, { userId, status }: UserStatusInput): Promise<void> {
  requireAdministrator(ctx);
  await changeAccount(ctx, userId, async (tx, emit) => {
    await lockAdministrators(tx);
    await requireStillAdministrator(ctx, tx);
    const user = await findUserForUpdate(tx, userId);
    if (user === undefined) throw notFound('The user');
    if (user.status === status) return;
    if (status === 'suspended' && isAdministrator(user, ctx.config.adminEmails)) {
      if (!(await hasOtherAdministrator(tx, ctx.config, userId))) throw lastAdministrator();
    }
    await tx.update(users).set({ status, updatedAt: ctx.now() }).where(eq(users.id, userId));
    // On activation too: a sign-in concurrent with the suspension may have left a session.
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    // Connected apps are revoked; an API key works again when the account does.
    await deleteGrants(tx, userId);
    await audit(ctx, tx, { action: status === 'suspended' ? 'user.suspended' : 'user.activated', subject: userId });
    emit(`user:${userId}`, 'account.updated', presentAccount({ ...user, status }));
  });
}
