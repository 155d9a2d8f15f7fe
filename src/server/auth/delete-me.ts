import { eq } from 'drizzle-orm';
import type { deleteMe as endpoint } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { dropKeptMails } from '#server/platform/mail/index.ts';
import { audit, changeAccount, lockAdministrators } from './change-account.ts';
import { verifyPassword } from './hash-password.ts';
import { type UserRow, findPasswordHash, findUser, findUserForUpdate, hasOtherAdministrator } from './queries.ts';
import { invalid, lastAdministrator, sessionExpired, wrongPassword } from './refusals.ts';
import { requireUser } from './require-user.ts';
import { isAdministrator, normaliseEmail } from './rules.ts';
import { guardPassword } from './sign-in-guard.ts';

/** What must have ended elsewhere before an account can go; where it cannot be ended, it throws and the account stays. */
export type BeforeDeletion = (ctx: Context, userId: Id) => Promise<void>;

/** Deletes the account with all it owns, once the person has typed its address and, if it has one, its password. */
export async function deleteMe(
  ctx: Context,
  input: InputOf<typeof endpoint>,
  beforeDeletion: BeforeDeletion = async () => undefined,
): Promise<null> {
  const { userId } = requireUser(ctx);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw sessionExpired();
  if (normaliseEmail(input.confirm) !== user.email)
    throw invalid('confirm', undefined, 'Type the e-mail address of this account to delete it.');
  await requireOwnPassword(ctx, user, input.password);
  // Before anything ends for an account that stays, and once more when nobody can change it any more.
  await requireAnotherAdministrator(ctx, ctx.db, user);
  await beforeDeletion(ctx, userId).catch((error: unknown) => {
    throw error instanceof AppError ? error.about('Your account was not deleted') : error;
  });
  await changeAccount(ctx, userId, async (tx) => {
    await lockAdministrators(tx);
    const current = await findUserForUpdate(tx, userId);
    if (current === undefined) throw sessionExpired();
    await requireAnotherAdministrator(ctx, tx, current);
    // The log stays when the account goes, so it keeps the id and not the name.
    await audit({ ...ctx, actor: { ...requireUser(ctx), name: '' } }, tx, {
      action: 'account.deleted',
      subject: userId,
    });
    // What was mailed is kept by address: nothing in the database takes it along.
    await dropKeptMails(tx, current.email);
    await tx.delete(users).where(eq(users.id, userId));
  });
  return null;
}

async function requireAnotherAdministrator(ctx: Context, db: Database | Tx, user: UserRow): Promise<void> {
  if (!isAdministrator(user, ctx.config.adminEmails)) return;
  if (!(await hasOtherAdministrator(db, ctx.config, user.id))) throw lastAdministrator();
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
