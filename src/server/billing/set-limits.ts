import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { userLimits } from '#server/platform/db/tables/index.ts';
import { type Limits, LIMITS } from './rules.ts';

export type OwnLimits = Record<keyof Limits, number | null>;

/** Upserts an account's overrides and returns the previous ones. Without any override the row is deleted. */
export async function setLimits(
  tx: Tx,
  userId: Id,
  own: OwnLimits | null,
  now: Date,
): Promise<{ before: OwnLimits | null }> {
  const before = await findOwnLimits(tx, userId);
  const isNothing = own === null || LIMITS.every((name) => own[name] === null);
  if (isNothing) await tx.delete(userLimits).where(eq(userLimits.userId, userId));
  else {
    const set = { ...own, updatedAt: now };
    await tx
      .insert(userLimits)
      .values({ userId, ...set })
      .onConflictDoUpdate({ target: userLimits.userId, set });
  }
  return { before };
}

export async function findOwnLimits(tx: Pick<Tx, 'select'>, userId: Id): Promise<OwnLimits | null> {
  const [row] = await tx.select().from(userLimits).where(eq(userLimits.userId, userId));
  if (row === undefined) return null;
  return Object.fromEntries(LIMITS.map((name) => [name, row[name]])) as OwnLimits;
}
