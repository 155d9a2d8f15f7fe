import { eq } from 'drizzle-orm';
import type { deleteMe as endpoint } from '#contract/account.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { users } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/emit.ts';
import { dropKeptMails } from '#server/platform/mail/index.ts';
import { audit, changeAccounts, lockAdministrators } from './change-account.ts';
import { type UserRow, findUser, findUserForUpdate, hasOtherAdministrator } from './queries.ts';
import { invalid, lastAdministrator, sessionExpired } from './refusals.ts';
import { requireReauthentication } from './require-reauthentication.ts';
import { requireUser } from './require-user.ts';
import { isAdministrator, normaliseEmail } from './rules.ts';
import { findTwoFactor } from './two-factor/queries.ts';
import { requireCode } from './two-factor/require-code.ts';

/** What other features do about an account that is deleted. */
export interface Deletion {
  /** Ends what must be ended elsewhere (payments) before; throws to keep the account. */
  before(ctx: Context, userId: Id): Promise<void>;
  /** In the transaction, while its rows are there; returns the accounts whose access ends with it. */
  within(tx: Tx, emit: Emit, userId: Id): Promise<string[]>;
}

const NOTHING_ELSE: Deletion = { before: async () => undefined, within: async () => [] };

/** Deletes the account with all it owns, after its address, re-authentication and, where it is on, the second factor. */
export async function deleteMe(
  ctx: Context,
  input: InputOf<typeof endpoint>,
  deletion: Deletion = NOTHING_ELSE,
): Promise<null> {
  const { userId, sessionId } = requireUser(ctx);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw sessionExpired();
  if (normaliseEmail(input.confirm) !== user.email)
    throw invalid('confirm', undefined, 'Type the email address of this account to delete it.');
  const why = 'Enter your password to delete this account.';
  await requireReauthentication(ctx, user, { sessionId, password: input.password, why });
  // Checked before payments are ended for an account that would stay, and again under the lock.
  await requireAnotherAdministrator(ctx, ctx.db, user);
  const factor = await findTwoFactor(ctx.db, userId);
  if (factor !== undefined) await requireCode(ctx, factor, input.code ?? '');
  await deletion.before(ctx, userId).catch((error: unknown) => {
    throw error instanceof AppError ? error.about('Your account was not deleted') : error;
  });
  const affected: string[] = [userId];
  await changeAccounts(ctx, affected, async (tx, emit) => {
    await lockAdministrators(tx);
    const current = await findUserForUpdate(tx, userId);
    if (current === undefined) throw sessionExpired();
    await requireAnotherAdministrator(ctx, tx, current);
    // The audit log outlives the account, so it has the id and not the name.
    await audit({ ...ctx, actor: { ...requireUser(ctx), name: '' } }, tx, {
      action: 'account.deleted',
      subject: userId,
    });
    affected.push(...(await deletion.within(tx, emit, userId)));
    // Stored mails are keyed by address, so no foreign key cascades to them.
    await dropKeptMails(tx, current.email);
    await tx.delete(users).where(eq(users.id, userId));
  });
  return null;
}

async function requireAnotherAdministrator(ctx: Context, db: Database | Tx, user: UserRow): Promise<void> {
  if (!isAdministrator(user, ctx.config.adminEmails)) return;
  if (!(await hasOtherAdministrator(db, ctx.config, user.id))) throw lastAdministrator();
}
