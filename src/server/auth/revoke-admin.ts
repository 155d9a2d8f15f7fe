import { eq } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { audit, changeAccount, lockAdministrators } from './change-account.ts';
import { findUserByEmail, findUserForUpdate, hasOtherAdministrator } from './queries.ts';
import { lastAdministrator, noSuchEmail } from './refusals.ts';
import { requireAdministrator } from './require-user.ts';

/** Removes administrator rights; refused for the last administrator. */
export async function revokeAdmin(ctx: Context, { email }: { email: string }): Promise<void> {
  requireAdministrator(ctx);
  const found = await findUserByEmail(ctx.db, email);
  if (found === undefined) throw noSuchEmail(email);
  if (ctx.config.adminEmails.includes(found.email)) {
    throw new AppError(
      'CONFLICT',
      `${found.email} is named in BATON_ADMIN_EMAILS. Take the address out there and start the server again.`,
    );
  }
  await changeAccount(ctx, found.id, async (tx) => {
    await lockAdministrators(tx);
    const user = await findUserForUpdate(tx, found.id);
    if (user === undefined) throw noSuchEmail(email);
    if (!user.isAdmin) return;
    if (!(await hasOtherAdministrator(tx, ctx.config, user.id))) throw lastAdministrator();
    await tx.update(users).set({ isAdmin: false, updatedAt: ctx.now() }).where(eq(users.id, user.id));
    await audit(ctx, tx, { action: 'admin.revoked', subject: user.id });
  });
}
