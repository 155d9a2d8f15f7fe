import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNotNull } from 'drizzle-orm';
import { TEST_MAIL_MINUTES } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Database } from '#server/platform/db/client.ts';
import { mailTests, mcpLogs } from '#server/platform/db/tables/index.ts';

export type MailTestRow = typeof mailTests.$inferSelect;

export const makeToken = () => randomBytes(24).toString('base64url');
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** The last test mail, unless its link expired before it was opened. */
export async function findMailTest(db: Database, now: Date): Promise<MailTestRow | undefined> {
  const [row] = await db.select().from(mailTests);
  if (row === undefined || row.openedAt !== null || row.sentAt > lastCounted(now)) return row;
  return undefined;
}

const lastCounted = (now: Date) => new Date(now.getTime() - TEST_MAIL_MINUTES * 60_000);

export async function keepMailTest(
  db: Database,
  test: { token: string; recipient: string; sentAt: Date },
): Promise<MailTestRow | undefined> {
  const set = { tokenHash: hashOf(test.token), recipient: test.recipient, sentAt: test.sentAt, openedAt: null };
  const [row] = await db.insert(mailTests).values(set).onConflictDoUpdate({ target: mailTests.id, set }).returning();
  return row;
}

/** False for the link of an earlier test, and for an expired one. */
export async function noteOpened(db: Database, token: string, now: Date): Promise<boolean> {
  const hit = await db
    .update(mailTests)
    .set({ openedAt: now })
    .where(and(eq(mailTests.tokenHash, hashOf(token)), gt(mailTests.sentAt, lastCounted(now))))
    .returning({ id: mailTests.id });
  return hit.length > 0;
}

export async function findLastCall(db: Database, userId: Id): Promise<Date | null> {
  const [row] = await db
    .select({ at: mcpLogs.insertedAt })
    .from(mcpLogs)
    .where(and(eq(mcpLogs.userId, userId), isNotNull(mcpLogs.insertedAt)))
    .orderBy(desc(mcpLogs.insertedAt))
    .limit(1);
  return row?.at ?? null;
}
