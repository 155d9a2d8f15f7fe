import { and, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/platform/db/client.ts';
import { users, usersApiKey } from '#server/platform/db/tables/index.ts';

export interface KeyCounts {
  all: number;
  /** Without a date on which they end. */
  endless: number;
  /** Last used, or made and never used, before the given time. */
  idle: number;
}

/** Counts the API keys that open something now. */
export async function countKeys(db: Database, { now, idleSince }: { now: Date; idleSince: Date }): Promise<KeyCounts> {
  const isIdle = sql`coalesce(${usersApiKey.lastUsedAt}, ${usersApiKey.createdAt}) < ${idleSince.toISOString()}`;
  const [row] = await db
    .select({
      all: count(),
      endless: sql<number>`count(*) filter (where ${usersApiKey.expiresAt} is null)`,
      idle: sql<number>`count(*) filter (where ${isIdle})`,
    })
    .from(usersApiKey)
    .innerJoin(users, eq(users.id, usersApiKey.userId))
    .where(and(eq(users.status, 'active'), or(isNull(usersApiKey.expiresAt), gt(usersApiKey.expiresAt, now))));
  return row ?? { all: 0, endless: 0, idle: 0 };
}
