import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { type confirmTwoFactor as endpoint, SET_UP_MINUTES } from '#contract/two-factor.ts';
import type { Context } from '#server/platform/context.ts';
import { sessions, twoFactor } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { spend } from '#server/platform/http/limits.ts';
import { tellOwner } from '../account-notice.ts';
import { accountActor, audit, changeAccount } from '../change-account.ts';
import { presentAccount } from '../present.ts';
import { findUserForUpdate } from '../queries.ts';
import { sessionExpired, wrongCode } from '../refusals.ts';
import { requireUser } from '../require-user.ts';
import { dropLinks } from '../reset-links.ts';
import { CHANGES, onAlready } from './begin-two-factor.ts';
import { findStep } from './compute-totp.ts';
import { writeTurnedOn } from './mails.ts';
import { makeBackupCodes, plainCode } from './make-backup-codes.ts';
import { openSecret } from './queries.ts';

const notBegun = () =>
  new AppError('CONFLICT', `Begin again: the set-up has to be finished within ${SET_UP_MINUTES} minutes.`, {
    code: 'SIGN_IN_AGAIN',
  });

/**
 * Turns two-factor authentication on, with a code that shows that the app has the secret. Every other session ends: it
 * was opened without the second factor, by whomever.
 */
export async function confirmTwoFactor(
  ctx: Context,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { userId, sessionId } = requireUser(ctx);
  await spend(ctx, `two-factor-confirm:${userId}`, CHANGES);
  const [row] = await ctx.db.select().from(twoFactor).where(eq(twoFactor.userId, userId)).limit(1);
  if (row !== undefined && row.confirmedAt !== null) throw onAlready();
  const oldest = new Date(ctx.now().getTime() - SET_UP_MINUTES * 60_000);
  const secret = row === undefined || row.createdAt <= oldest ? undefined : await openSecret(ctx, row);
  if (row === undefined || secret === undefined) throw notBegun();
  const step = findStep(secret, plainCode(input.code), ctx.now());
  if (step === undefined) throw wrongCode();
  const { email, codes } = await changeAccount(ctx, userId, async (tx, emit) => {
    const user = await findUserForUpdate(tx, userId);
    if (user === undefined) throw sessionExpired();
    // The secret that the code was compared with, or another tab has begun again.
    const same = and(eq(twoFactor.userId, userId), eq(twoFactor.secret, row.secret), gt(twoFactor.createdAt, oldest));
    const turned = await tx
      .update(twoFactor)
      .set({ confirmedAt: ctx.now(), lastStep: step })
      .where(and(same, isNull(twoFactor.confirmedAt)))
      .returning({ userId: twoFactor.userId });
    if (turned.length === 0) throw notBegun();
    const made = await makeBackupCodes(tx, userId);
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
    await dropLinks(tx, userId);
    const detail = { address: ctx.address };
    await audit(ctx, tx, { action: 'two_factor.on', subject: userId, actor: accountActor(userId), detail });
    emit(`user:${userId}`, 'account.updated', { ...presentAccount(user), two_factor: true });
    return { email: user.email, codes: made };
  });
  await tellOwner(ctx, writeTurnedOn(ctx, email));
  return { backup_codes: codes };
}
