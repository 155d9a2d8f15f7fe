import { and, eq } from 'drizzle-orm';
import { type Services, systemContext } from '#server/platform/context.ts';
import { accounts, sessions, users } from '#server/platform/db/tables/index.ts';
import { audit, changeAccount } from './change-account.ts';
import { admitNewcomer } from './invitations/admit-newcomer.ts';
import { findUserByEmail, findUserForUpdate } from './queries.ts';

/**
 * Against pre-account hijacking: somebody proved through Google to own an address for which an unconfirmed account
 * exists. Its creator may be an attacker who waits for the owner to arrive, so the owner gets the account without its
 * unconfirmed password, links and name. No data is lost: nobody could ever sign in to it.
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
