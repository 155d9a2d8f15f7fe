import { eq } from 'drizzle-orm';
import type { deleteMe as endpoint } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { audit, changeAccount, lockAdministrators } from './change-account.ts';
import { verifyPassword } from './hash-password.ts';
import { type UserRow, findPasswordHash, findUser, findUserForUpdate, hasOtherAdministrator } from './queries.ts';
import { invalid, lastAdministrator, sessionExpired, wrongPassword } from './refusals.ts';
import { requireUser } from './require-user.ts';
import { isAdministrator, normaliseEmail } from './rules.ts';
import { guardPassword } from './sign-in-guard.ts';

/** Deletes the account with all it owns, once the person has typed its address and, if it has one, its password. */
export async function deleteMe(ctx: Context, input: InputOf<typeof endpoint>): Promise<null> {
  const { userId } = requireUser(ctx);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw sessionExpired();
  if (normaliseEmail(input.confirm) !== user.email)
    throw invalid('confirm', undefined, 'Type the e-mail address of this account to delete it.');
  await requireOwnPassword(ctx, user, input.password);
  await changeAccount(ctx, userId, async (tx) => {
    await lockAdministrators(tx);
    const current = await findUserForUpdate(tx, userId);
    if (current === undefined) throw sessionExpired();
    const isLast =
      isAdministrator(current, ctx.config.adminEmails) && !(await hasOtherAdministrator(tx, ctx.config, userId));
    if (isLast) throw lastAdministrator();
    // The log stays when the account goes, so it keeps the id and not the name.
    await audit({ ...ctx, actor: { ...requireUser(ctx), name: '' } }, tx, {
      action: 'account.deleted',
      subject: userId,
    });
    await tx.delete(users).where(eq(users.id, userId));
  });
  return null;
}

async function requireOwnPassword(ctx: Context, user: UserRow, password: string | undefined): Promise<void> {
  const hash = await findPasswordHash(ctx.db, user.id);
  if (hash === undefined) return;
  if (password === undefined)
    throw invalid('password', 'PASSWORD_REQUIRED', 'Enter your password to delete this account.');
  const right = await guardPassword(ctx, user.email, async () => {
    const answer = await verifyPassword(password, hash);
    return { password: answer ? 'right' : 'wrong', answer };
  });
  if (!right) throw wrongPassword();
}
