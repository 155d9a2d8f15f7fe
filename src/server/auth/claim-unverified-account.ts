import { and, eq } from 'drizzle-orm';
import { type Services, systemContext } from '#server/platform/context.ts';
import { accounts, sessions, users } from '#server/platform/db/tables/index.ts';
import { audit, changeAccount } from './change-account.ts';
import { admitNewcomer } from './invitations/admit-newcomer.ts';
import { findUserByEmail, findUserForUpdate } from './queries.ts';

/**
 * Somebody proved through Google that an address is theirs, and an account with that address was never confirmed.
 * Whoever made it may be a stranger who waits for the owner to arrive: the account goes to the owner, and with it go the
 * password, the links and the name that nobody confirmed. Nothing is lost, since no one could ever sign in to it.
 */
export async function claimUnverifiedAccount(
  services: Services,
  owner: { email: string; name: string },
): Promise<void> {
  const found = await findUserByEmail(services.db, owner.email);
  if (found === undefined || found.emailVerified) return;
  await admitNewcomer(services, found.email);
  const ctx = systemContext(services, 'sign-in with Google');
  await changeAccount(ctx, found.id, async (tx) => {
    const user = await findUserForUpdate(tx, found.id);
    if (user === undefined || user.emailVerified) return;
    await tx.delete(accounts).where(eq(accounts.userId, user.id));
    await tx.delete(sessions).where(eq(sessions.userId, user.id));
    await tx
      .update(users)
      .set({ emailVerified: true, name: owner.name, updatedAt: ctx.now() })
      .where(and(eq(users.id, user.id), eq(users.emailVerified, false)));
    await audit(ctx, tx, { action: 'account.claimed', subject: user.id });
  });
}
