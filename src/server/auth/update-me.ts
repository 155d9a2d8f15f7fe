import { eq } from 'drizzle-orm';
import type { Me, updateMe as endpoint } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { changeAccount } from './change-account.ts';
import { readMe } from './get-me.ts';
import { presentAccount } from './present.ts';
import { sessionExpired } from './refusals.ts';
import { requireUser } from './require-user.ts';

/** Changes the display name and emits the event to the account's open pages. */
export async function updateMe(ctx: Context, input: InputOf<typeof endpoint>): Promise<Me> {
  const { userId } = requireUser(ctx);
  return changeAccount(ctx, userId, async (tx, emit) => {
    const [row] = await tx
      .update(users)
      .set({ name: input.display_name, updatedAt: ctx.now() })
      .where(eq(users.id, userId))
      .returning();
    if (row === undefined) throw sessionExpired();
    emit(`user:${userId}`, 'account.updated', presentAccount(row));
    return readMe(ctx, tx, userId);
  });
}
