import { and, eq } from 'drizzle-orm';
import { EMAIL_CHANGE_HOURS, type EmailChange, type askEmailChange as endpoint } from '#contract/email-change.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { emailChanges } from '#server/platform/db/tables/index.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import { accountActor, audit, changeAccount } from '../change-account.ts';
import { findUser, findUserByEmail } from '../queries.ts';
import { invalid, mailFailed, requireEmail, sessionExpired } from '../refusals.ts';
import { requireReauthentication } from '../require-reauthentication.ts';
import { requireUser } from '../require-user.ts';
import { accountSubject } from '../rules.ts';
import { requireAdmittedAddress } from './admit-address.ts';
import { writeTaken, writeToNew, writeToOld } from './mails.ts';
import { hashLink, newToken, presentChange } from './queries.ts';

/** Each sends two mails. */
const ASKED: Rate = { limit: 5, periodSeconds: 3_600 };
const HOUR_MS = 3_600_000;

/**
 * Mails a link to the present and to the new address; asking again ends the links before. Whether the new address has an
 * account is told to its owner only.
 */
export async function askEmailChange(ctx: Context, input: InputOf<typeof endpoint>): Promise<EmailChange> {
  const { userId, sessionId } = requireUser(ctx);
  const newEmail = requireEmail(input.email);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw sessionExpired();
  if (newEmail === user.email) throw invalid('email', 'INVALID_EMAIL', 'This is your address already.');
  const why = 'Enter your password to change your email address.';
  await requireReauthentication(ctx, user, { sessionId, password: input.password, why });
  await requireAdmittedAddress(ctx, newEmail);
  await spend(ctx, `email-change:${userId}`, ASKED);
  await spend(ctx, `email-change:${accountSubject(newEmail)}`, ASKED);
  const [oldToken, token] = [newToken(), newToken()];
  const row = {
    userId,
    newEmail,
    oldHash: hashLink(oldToken),
    newHash: hashLink(token),
    oldConfirmedAt: null,
    newConfirmedAt: null,
    sessionId,
    expiresAt: new Date(ctx.now().getTime() + EMAIL_CHANGE_HOURS * HOUR_MS),
  };
  await changeAccount(ctx, userId, async (tx) => {
    await tx.insert(emailChanges).values(row).onConflictDoUpdate({ target: emailChanges.userId, set: row });
    const detail = { email: newEmail, address: ctx.address };
    await audit(ctx, tx, { action: 'email.change_asked', subject: userId, actor: accountActor(userId), detail });
  });
  const change = { oldEmail: user.email, newEmail };
  const isTaken = (await findUserByEmail(ctx.db, newEmail))?.emailVerified === true;
  try {
    await ctx.mail.send(writeToOld(ctx, change, oldToken));
    await ctx.mail.send(isTaken ? writeTaken(ctx, change) : writeToNew(ctx, change, token));
  } catch {
    await ctx.db
      .delete(emailChanges)
      .where(and(eq(emailChanges.userId, userId), eq(emailChanges.oldHash, row.oldHash)));
    throw mailFailed('The links could not be mailed. Nothing was changed; please try again in a few minutes.');
  }
  return presentChange(row);
}
