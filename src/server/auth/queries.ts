import { and, asc, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { LIST_PAGE } from '#contract/page.ts';
import type { Config } from '#server/platform/config.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { accounts, sessions, users, usersApiKey } from '#server/platform/db/tables/index.ts';
import { normaliseEmail } from './rules.ts';

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

/** Better Auth's provider id for passwords. */
export const CREDENTIAL = 'credential';

export async function findUser(db: Database | Tx, userId: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, userId)).limit(1);
  return row;
}

export async function findUserForUpdate(tx: Tx, userId: string): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).limit(1).for('update');
  return row;
}

export async function findUserByEmail(db: Database | Tx, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.email, normaliseEmail(email)))
    .limit(1);
  return row;
}

export async function findPasswordHash(db: Database | Tx, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, CREDENTIAL)))
    .limit(1);
  return row?.password ?? undefined;
}

export async function hasApiKey(db: Database | Tx, userId: string): Promise<boolean> {
  const own = eq(usersApiKey.userId, userId);
  const [row] = await db.select({ userId: usersApiKey.userId }).from(usersApiKey).where(own).limit(1);
  return row !== undefined;
}

/** Unexpired sessions, newest first, with keyset pagination. */
export async function listLiveSessions(
  db: Database,
  userId: string,
  now: Date,
  { rows, cursor }: { rows: number; cursor?: Id | undefined } = { rows: LIST_PAGE },
): Promise<SessionRow[]> {
  const older =
    cursor === undefined
      ? undefined
      : sql`(${sessions.createdAt}, ${sessions.id}) < (select c.created_at, c.id from sessions c where c.id = ${cursor} and c.user_id = ${userId})`;
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now), older))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(rows);
}

/** Whether another account could still administer this instance. */
export async function hasOtherAdministrator(tx: Database | Tx, config: Config, userId: string): Promise<boolean> {
  const named = config.adminEmails.length === 0 ? sql`false` : inArray(users.email, config.adminEmails);
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(ne(users.id, userId), eq(users.status, 'active'), users.emailVerified, or(users.isAdmin, named)))
    .limit(1);
  return row !== undefined;
}

/** Whether this is the earliest administrator. */
export async function isFirstAdministrator(db: Database | Tx, config: Config, userId: string): Promise<boolean> {
  const named = config.adminEmails.length === 0 ? sql`false` : inArray(users.email, config.adminEmails);
  const [first] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(users.emailVerified, or(users.isAdmin, named)))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(1);
  return first?.id === userId;
}
