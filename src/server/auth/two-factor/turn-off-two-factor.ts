import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { turnOffTwoFactor as endpoint } from '#contract/two-factor.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { twoFactor } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { notFound } from '#server/platform/error.ts';
import { tellOwner } from '../account-notice.ts';
import { accountActor, audit, changeAccount } from '../change-account.ts';
import { presentAccount } from '../present.ts';
import { type UserRow, findUserByEmail, findUserForUpdate } from '../queries.ts';
import { noSuchEmail, ownSecondFactor, twoFactorOff } from '../refusals.ts';
import { requireStillAdministrator } from '../require-still-administrator.ts';
import { requireAdministrator } from '../require-user.ts';
import { writeTurnedOff } from './mails.ts';
import { requireBoth } from './require-both.ts';

/** Turns two-factor authentication off, given both factors. */
export async function turnOffTwoFactor(ctx: Context, input: InputOf<typeof endpoint>): Promise<null> {
  const why = 'Enter your password to turn two-factor authentication off.';
  const { id } = await requireBoth(ctx, input, why);
  const user = await changeAccount(ctx, id, async (tx, emit) => {
    const found = await findUserForUpdate(tx, id);
    if (found === undefined || !(await remove(tx, emit, found))) throw twoFactorOff();
    const detail = { address: ctx.address };
    await audit(ctx, tx, { action: 'two_factor.off', subject: id, actor: accountActor(found.id as Id), detail });
    return found;
  });
  await tellOwner(ctx, writeTurnedOff(ctx, user.email, 'owner'));
  return null;
}

/**
 * Recovery for somebody who lost app and backup codes. An administrator does not do it for their own account: a stolen
 * session would be enough to take the second factor away.
 */
export async function turnOffForPerson(ctx: Context, { id }: { id: string }): Promise<{ wasOn: boolean }> {
  requireAdministrator(ctx);
  if (ctx.actor.kind === 'user' && ctx.actor.userId === id) throw ownSecondFactor();
  const { user, wasOn } = await changeAccount(ctx, id, async (tx, emit) => {
    await requireStillAdministrator(ctx, tx);
    const found = await findUserForUpdate(tx, id);
    if (found === undefined) throw notFound('The user');
    const was = await remove(tx, emit, found);
    if (was) await audit(ctx, tx, { action: 'two_factor.off', subject: id });
    return { user: found, wasOn: was };
  });
  if (wasOn) await tellOwner(ctx, writeTurnedOff(ctx, user.email, 'administrator'));
  return { wasOn };
}

/** The same by address, for the operator's command. */
export async function turnOffForEmail(ctx: Context, { email }: { email: string }): Promise<{ wasOn: boolean }> {
  requireAdministrator(ctx);
  const user = await findUserByEmail(ctx.db, email);
  if (user === undefined) throw noSuchEmail(email);
  return turnOffForPerson(ctx, { id: user.id });
}

/** Returns whether it was on. */
async function remove(tx: Tx, emit: Emit, user: UserRow): Promise<boolean> {
  const [row] = await tx.delete(twoFactor).where(eq(twoFactor.userId, user.id)).returning();
  if (row === undefined || row.confirmedAt === null) return false;
  emit(`user:${user.id}`, 'account.updated', { ...presentAccount(user), two_factor: false });
  return true;
}
