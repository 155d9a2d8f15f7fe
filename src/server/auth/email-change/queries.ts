import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, or } from 'drizzle-orm';
import type { EmailChange } from '#contract/email-change.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { emailChanges } from '#server/platform/db/tables/index.ts';

export type EmailChangeRow = typeof emailChanges.$inferSelect;

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashLink = (token: string): string => createHash('sha256').update(`email-change:${token}`).digest('hex');

/** The change that waits, unless it has run out. */
export async function findChange({ db, now }: Context, userId: string): Promise<EmailChangeRow | undefined> {
  const own = and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now()));
  const [row] = await db.select().from(emailChanges).where(own).limit(1);
  return row;
}

/** The change that a link belongs to. */
export async function findByLink(ctx: Context, db: Database | Tx, token: string): Promise<EmailChangeRow | undefined> {
  const hash = hashLink(token);
  const mine = or(eq(emailChanges.oldHash, hash), eq(emailChanges.newHash, hash));
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(mine, gt(emailChanges.expiresAt, ctx.now())))
    .limit(1);
  return row;
}

export const presentChange = (row: EmailChangeRow): EmailChange => ({
  new_email: row.newEmail,
  old_confirmed: row.oldConfirmedAt !== null,
  new_confirmed: row.newConfirmedAt !== null,
  expires_at: row.expiresAt.toISOString(),
});
