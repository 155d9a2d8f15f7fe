import { and, eq, exists, or, sql } from 'drizzle-orm';
import { type Services, systemContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { accounts, users } from '#server/platform/db/tables/index.ts';
import { audit, changeAccount, lockAdministrators } from './change-account.ts';
import { CREDENTIAL } from './queries.ts';

/**
 * On a new instance without SMTP the confirmation link is printed on the server's console only, so the first person to
 * confirm has access to it and becomes administrator. Called before the address is marked as confirmed, under a lock:
 * of two concurrent confirmations the second sees the first.
 */
export async function appointFirstAdmin(
  services: Services,
  userId: string,
  requireGood: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  if (services.mail.kind !== 'outbox') return;
  const ctx = systemContext(services, 'first start');
  const taken = await isTaken(services);
  if (taken) return;
  await changeAccount(ctx, userId, async (tx) => {
    await lockAdministrators(tx);
    if (await isTaken({ ...services, db: tx })) return;
    await requireGood(tx);
    await tx
      .update(users)
      .set({ isAdmin: true, emailVerified: true, updatedAt: ctx.now() })
      .where(eq(users.id, userId));
    await audit(ctx, tx, { action: 'admin.first', subject: userId });
  });
}

/** True while the instance has no administrator and mails go to the outbox only. */
export async function isUnclaimed(services: Pick<Services, 'db' | 'mail'>): Promise<boolean> {
  return services.mail.kind === 'outbox' && !(await isTaken(services));
}

/**
 * Accounts that signed in by Google did not use the console: they neither become administrator nor prevent another from
 * it.
 */
async function isTaken({ db }: { db: Pick<Services['db'], 'select'> }): Promise<boolean> {
  const byPassword = db
    .select({ one: sql`1` })
    .from(accounts)
    .where(and(eq(accounts.userId, users.id), eq(accounts.providerId, CREDENTIAL)));
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(or(users.isAdmin, and(users.emailVerified, exists(byPassword))))
    .limit(1);
  return row !== undefined;
}
