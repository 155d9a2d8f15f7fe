import { type Column, type SQL, and, count, eq, inArray, isNotNull, not, or, sql } from 'drizzle-orm';
import type { Config } from '#server/platform/config.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { twoFactor, twoFactorBackupCodes, users } from '#server/platform/db/tables/index.ts';

export type TwoFactorRow = typeof twoFactor.$inferSelect;

/** A condition: whether the account of this column is signed in to with a second factor. */
export const hasSecondFactor = (userId: Column): SQL =>
  sql`exists (select from ${twoFactor} where ${twoFactor.userId} = ${userId} and ${twoFactor.confirmedAt} is not null)`;

/** The second factor of an account, if it is turned on. */
export async function findTwoFactor(db: Database | Tx, userId: string): Promise<TwoFactorRow | undefined> {
  const own = and(eq(twoFactor.userId, userId), isNotNull(twoFactor.confirmedAt));
  const [row] = await db.select().from(twoFactor).where(own).limit(1);
  return row;
}

export async function countBackupCodes(db: Database | Tx, userId: string): Promise<number> {
  const own = eq(twoFactorBackupCodes.userId, userId);
  const [row] = await db.select({ n: count() }).from(twoFactorBackupCodes).where(own);
  return row?.n ?? 0;
}

/** How many people who can administer this instance sign in without a second factor. */
export async function countAdministratorsWithoutSecondFactor(db: Database | Tx, config: Config): Promise<number> {
  const named = config.adminEmails.length === 0 ? sql`false` : inArray(users.email, config.adminEmails);
  const [row] = await db
    .select({ n: count() })
    .from(users)
    .where(
      and(eq(users.status, 'active'), users.emailVerified, or(users.isAdmin, named), not(hasSecondFactor(users.id))),
    );
  return row?.n ?? 0;
}

const placeOf = (userId: string) => `two_factor ${userId} secret`;

export const sealSecret = ({ sealer }: Context, userId: string, secret: Buffer): Promise<string> =>
  sealer.seal(secret.toString('base64url'), placeOf(userId));

/** Undefined where the server's own secret was replaced since. */
export async function openSecret(
  { sealer }: Context,
  { userId, secret }: Pick<TwoFactorRow, 'userId' | 'secret'>,
): Promise<Buffer | undefined> {
  const opened = await sealer.open(secret, placeOf(userId));
  return opened === undefined ? undefined : Buffer.from(opened, 'base64url');
}
