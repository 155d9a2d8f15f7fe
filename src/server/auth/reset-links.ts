import { createHash } from 'node:crypto';
import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { verifications } from '#server/platform/db/tables/index.ts';

/** What Better Auth keeps of a link, of which it makes one when it is asked for: a hash of what is in it. */
const identifierOf = (token: string): string =>
  createHash('sha256').update(`reset-password:${token}`).digest('base64url');

/** Whose link it is, while it is good. */
export async function findLinkOwner({ db, now }: Context, token: string): Promise<Id | undefined> {
  const [row] = await db
    .select({ owner: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, now())))
    .limit(1);
  return row?.owner as Id | undefined;
}

/** Uses the link up; tells whether it was still good. */
export async function consumeLink({ now }: Context, tx: Tx, token: string): Promise<boolean> {
  const used = await tx
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, now())))
    .returning({ id: verifications.id });
  return used.length > 0;
}

export async function dropLink(db: Database, token: string): Promise<void> {
  await db.delete(verifications).where(eq(verifications.identifier, identifierOf(token)));
}

/** Every link of the account: those that were mailed before a new password was set open nothing any more. */
export async function dropLinks(tx: Tx, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

/** Of several links only the newest is good. One that is mailed late, after a newer one, leaves the newer one alone. */
export async function dropOlderLinks(db: Database, userId: string, token: string): Promise<void> {
  const identifier = identifierOf(token);
  const mine = db
    .select({ createdAt: verifications.createdAt, id: verifications.id })
    .from(verifications)
    .where(eq(verifications.identifier, identifier))
    .limit(1);
  await db
    .delete(verifications)
    .where(
      and(
        eq(verifications.value, userId),
        ne(verifications.identifier, identifier),
        sql`(${verifications.createdAt}, ${verifications.id}) < (${mine})`,
      ),
    );
}
