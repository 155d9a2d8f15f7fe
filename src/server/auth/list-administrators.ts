import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Config } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/client.ts';
import { passkeys, userActivity, users } from '#server/platform/db/tables/index.ts';
import { hasSecondFactor } from './two-factor/queries.ts';

const ADMINISTRATORS_MAX = 1_000;

export interface Administrator {
  email: string;
  hasSecondFactor: boolean;
  hasPasskey: boolean;
  /** The last sign-in or call, or when the account was made. */
  lastSeenAt: Date;
}

/** Who can administer this instance now. */
export async function listAdministrators(db: Database, config: Config): Promise<Administrator[]> {
  const named = config.adminEmails.length === 0 ? sql`false` : inArray(users.email, config.adminEmails);
  return db
    .select({
      email: users.email,
      hasSecondFactor: sql<boolean>`${hasSecondFactor(users.id)}`,
      hasPasskey: sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${users.id})`,
      lastSeenAt: sql<Date>`greatest(${users.createdAt}, ${users.lastSignInAt}, ${userActivity.lastActiveAt})`.mapWith(
        users.createdAt,
      ),
    })
    .from(users)
    .leftJoin(userActivity, eq(userActivity.userId, users.id))
    .where(and(eq(users.status, 'active'), users.emailVerified, or(users.isAdmin, named)))
    .orderBy(users.email)
    .limit(ADMINISTRATORS_MAX);
}

/** Addresses that BATON_ADMIN_EMAILS names and that nobody has confirmed an account with. */
export async function listUnclaimedAdministrators(db: Database, config: Config): Promise<string[]> {
  if (config.adminEmails.length === 0) return [];
  const claimed = await db
    .select({ email: users.email })
    .from(users)
    .where(and(inArray(users.email, config.adminEmails), users.emailVerified));
  const emails = new Set(claimed.map(({ email }) => email));
  return config.adminEmails.filter((email) => !emails.has(email));
}
