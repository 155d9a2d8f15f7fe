import { eq } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { accounts, sessions, users } from '#server/platform/db/tables/index.ts';
import { spend } from '#server/platform/http/limits.ts';
import { newId } from '#server/platform/id.ts';
import type { AuthRequest } from './auth-door.ts';
import { audit, changeAccount } from './change-account.ts';
import { bindLink } from './confirmation-link.ts';
import { mayMail, sendMail } from './mails.ts';
import { CREDENTIAL, type UserRow, findUserByEmail, findUserForUpdate } from './queries.ts';
import { emailTaken } from './refusals.ts';
import { dropLinks } from './reset-links.ts';
import { accountSubject } from './rules.ts';
import { rememberSignUp, withCookies } from './sign-up-cookie.ts';

/** Rate limit per address, because each sends it a mail. */
const REPEATED = { limit: 5, periodSeconds: 3_600 };

interface NewAccount {
  email: string;
  name: string;
  passwordHash: string;
}

/**
 * Sign-up with an address that has an account. An unconfirmed one may be an attacker's, who waits for the owner to
 * confirm it: it is replaced by this sign-up, with its password and name. No data is lost, since nobody could ever sign
 * in to it. The mailed link confirms this password only.
 */
export async function signUpAgain({ ctx, engine }: AuthRequest, input: NewAccount, failure: string): Promise<Response> {
  const found = await findUserByEmail(ctx.db, input.email);
  if (!isWaiting(found)) throw emailTaken();
  const pending = { kind: 'verification', userId: found.id, email: found.email, isRepeated: true } as const;
  // Checked before anything is changed: replacing the password without a mail would invalidate the last link. Until the
  // next mail is allowed, the earlier sign-up stands, and the address counts as taken.
  if (!(await mayMail(ctx, pending))) throw emailTaken();
  await spend(ctx, `sign-up:${accountSubject(input.email)}`, REPEATED);
  const user = await replaceSignUp(ctx, found.id, input);
  const token = bindLink(await engine.makeConfirmationToken(user.email), input.passwordHash);
  await sendMail(ctx, { ...pending, token }, failure);
  const { id, email, name, emailVerified, image, createdAt, updatedAt } = user;
  const answer = Response.json({ token: null, user: { name, email, emailVerified, image, createdAt, updatedAt, id } });
  return withCookies(answer, [rememberSignUp(ctx, { userId: id, passwordHash: input.passwordHash })]);
}

async function replaceSignUp(ctx: Context, userId: string, { name, passwordHash }: NewAccount): Promise<UserRow> {
  return changeAccount(ctx, userId, async (tx) => {
    if (!isWaiting(await findUserForUpdate(tx, userId))) throw emailTaken();
    await tx.delete(accounts).where(eq(accounts.userId, userId));
    await tx.delete(sessions).where(eq(sessions.userId, userId));
    await dropLinks(tx, userId);
    await tx
      .insert(accounts)
      .values({ id: newId(), accountId: userId, userId, providerId: CREDENTIAL, password: passwordHash });
    const at = ctx.now();
    const [user] = await tx
      .update(users)
      .set({ name, image: null, createdAt: at, updatedAt: at })
      .where(eq(users.id, userId))
      .returning();
    if (user === undefined) throw emailTaken();
    await audit(ctx, tx, { action: 'sign_up.repeated', subject: userId, detail: { address: ctx.address } });
    return user;
  });
}

const isWaiting = (user: UserRow | undefined): user is UserRow =>
  user !== undefined && !user.emailVerified && user.status === 'active';
