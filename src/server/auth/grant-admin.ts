import { eq } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { audit, changeAccount, lockAdministrators } from './change-account.ts';
import { findUserByEmail, findUserForUpdate } from './queries.ts';
import { noSuchEmail } from './refusals.ts';
import { requireAdministrator } from './require-user.ts';

export async function grantAdmin(ctx: Context, { email }: { email: string }): Promise<void> {
  requireAdministrator(ctx);
  const found = await findUserByEmail(ctx.db, email);
  if (found === undefined) throw noSuchEmail(email);
  await changeAccount(ctx, found.id, async (tx) => {
    await lockAdministrators(tx);
    const user = await findUserForUpdate(tx, found.id);
    if (user === undefined) throw noSuchEmail(email);
    if (user.isAdmin) return;
    await tx.update(users).set({ isAdmin: true, updatedAt: ctx.now() }).where(eq(users.id, user.id));
    await audit(ctx, tx, { action: 'admin.granted', subject: user.id });
  });
}
