import { createHash } from 'node:crypto';
import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { verifications } from '#server/platform/db/tables/index.ts';

/** Better Auth stores a hash of the token. */
const identifierOf = (token: string): string =>
  createHash('sha256').update(`reset-password:${token}`).digest('base64url');

/** The account of a valid link. */
export async function findLinkOwner({ db, now }: Context, token: string): Promise<Id | undefined> {
  const [row] = await db
    .select({ owner: verifications.value })
    .from(verifications)
    .where(and(eq(verifications.identifier, identifierOf(token)), gt(verifications.expiresAt, now())))
    .limit(1);
  return row?.owner as Id | undefined;
}

/** Consumes the link; returns whether it was still valid, so of two uses one succeeds. */
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

/** Invalidates every link of the account, when a new password was set. */
export async function dropLinks(tx: Tx, userId: string): Promise<void> {
  await tx.delete(verifications).where(eq(verifications.value, userId));
}

/** Only the newest link is valid. A delayed older mail does not invalidate a newer link. */
export async function dropOlderLinks(db: Database, userId: string, token: string): Promise<void> {
  const identifier = identifierOf(token);
  const mine = db
    .select({ createdAt: verifications.createdAt, id: verifications.id })
    .from(verifications)
    .where(eq(verifications.identifier, identifier))
    .limit(1);
  await db.delete(verifications).where(
    and(
      eq(verifications.value, userId),
      ne(verifications.identifier, identifier),
      // Not a sign-in that waits for its second factor: anybody may ask for a link.
      isNull(verifications.codesTried),
      sql`(${verifications.createdAt}, ${verifications.id}) < (${mine})`,
    ),
  );
}
