import { eq } from 'drizzle-orm';
import { type Services, systemContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { appointFirstAdmin } from './appoint-first-admin.ts';
import { changeAccount } from './change-account.ts';
import { requireMayJoin } from './invitations/admit-newcomer.ts';
import { findPasswordHash, findUserForUpdate } from './queries.ts';
import { replacedLink } from './refusals.ts';

interface Confirmation {
  userId: string;
  email: string;
  /** Whether the account's current password is the one that this confirms. */
  isFor(passwordHash: string | undefined): boolean;
}

/**
 * Marks an address as confirmed together with the password it was confirmed for. Both are checked under the row lock
 * that a repeated sign-up takes before it replaces the password: of the two the later one is refused.
 */
export async function confirmAddress(services: Services, { userId, email, isFor }: Confirmation): Promise<void> {
  // Sign-up may have been closed, or the invitation revoked, since the link was mailed.
  await requireMayJoin(services, email);
  const requireSame = async (tx: Tx) => {
    await findUserForUpdate(tx, userId);
    if (!isFor(await findPasswordHash(tx, userId))) throw replacedLink();
  };
  await appointFirstAdmin(services, userId, requireSame);
  const ctx = systemContext(services, 'confirmation');
  await changeAccount(ctx, userId, async (tx) => {
    await requireSame(tx);
    await tx.update(users).set({ emailVerified: true, updatedAt: ctx.now() }).where(eq(users.id, userId));
  });
}
