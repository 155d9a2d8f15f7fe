import type { Id } from '#contract/fields.ts';
import { changeAccount } from '#server/auth/index.ts';
import { lockAccount } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/emit.ts';
import { eq } from 'drizzle-orm';

/**
 * Changes what an account may do. Locks the account row first, which is the lock order everywhere; NOT_FOUND for an
 * unknown id.
 */
export function changeUser<T>(ctx: Context, id: Id, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
  return changeAccount(ctx, id, async (tx, emit) => {
    await lockAccount(tx, id);
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, id));
    if (user === undefined) throw notFound('The user');
    return work(tx, emit);
  });
}
