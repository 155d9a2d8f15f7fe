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

/** For one e-mail address, from wherever: each sends it a mail. */
const REPEATED = { limit: 5, periodSeconds: 3_600 };

interface NewAccount {
  email: string;
  name: string;
  passwordHash: string;
}

/**
 * A sign-up with an address that has an account. One that nobody confirmed may be a stranger's, who waits for the owner of
 * the address to confirm it: it becomes the account of whoever signs up now, with their password and name. Nothing is
 * lost, since no one could ever sign in to it. The link in the mail confirms this password alone.
 */
export async function signUpAgain({ ctx, engine }: AuthRequest, input: NewAccount, failure: string): Promise<Response> {
  const found = await findUserByEmail(ctx.db, input.email);
  if (!isWaiting(found)) throw emailTaken();
  const pending = { kind: 'verification', userId: found.id, email: found.email, isRepeated: true } as const;
  // Before anything is changed: a password whose mail may not leave would make the link of the last one useless. Until the
  // next may, the sign-up of a moment ago stands, and the address is taken.
  if (!(await mayMail(ctx, pending))) throw emailTaken();
  await spend(ctx, `sign-up:${accountSubject(input.email)}`, REPEATED);
  const user = await replaceSignUp(ctx, found.id, input);
  const token = bindLink(await engine.makeConfirmationToken(user.email), input.passwordHash);
  await sendMail(ctx, { ...pending, token }, failure);
  const { id, email, name, emailVerified, image, createdAt, updatedAt } = user;
  return Response.json({ token: null, user: { name, email, emailVerified, image, createdAt, updatedAt, id } });
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
