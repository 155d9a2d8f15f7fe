import { and, eq, ne } from 'drizzle-orm';
import type { confirmEmailChange as endpoint } from '#contract/email-change.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { emailChanges, sessions, users } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { AppError } from '#server/platform/error.ts';
import { accountActor, audit, changeAccount, lockAdministrators } from '../change-account.ts';
import { errorCodeOf } from '../error-code.ts';
import { presentAccount } from '../present.ts';
import { type UserRow, findUserForUpdate, hasOtherAdministrator } from '../queries.ts';
import { deadLink, lastAdministrator } from '../refusals.ts';
import { dropLinks } from '../reset-links.ts';
import { isAdministrator } from '../rules.ts';
import { requireAdmittedAddress } from './admit-address.ts';
import { writeDone } from './mails.ts';
import { type EmailChangeRow, findByLink, hashLink } from './queries.ts';

type Answer = AnswerOf<typeof endpoint>;

const UNIQUE_VIOLATION = '23505';
const taken = () =>
  new AppError('CONFLICT', 'This address has an account by now. Nothing was changed.', { code: 'EMAIL_TAKEN' });

/** Confirms one side of a change; with the second one the address is changed. */
export async function confirmEmailChange(ctx: Context, { token }: InputOf<typeof endpoint>): Promise<Answer> {
  const found = await findByLink(ctx, ctx.db, token);
  if (found === undefined) throw deadLink();
  await requireAdmittedAddress(ctx, found.newEmail);
  const userId = found.userId as Id;
  const outcome = await changeAccount(ctx, userId, async (tx, emit) => {
    await lockAdministrators(tx);
    const user = await findUserForUpdate(tx, userId);
    // Again under the lock: another change may have been asked for, or this one finished.
    const change = await findByLink(ctx, tx, token);
    if (user === undefined || user.status === 'suspended' || change === undefined) throw deadLink();
    const seen = markSeen(ctx, change, token);
    if (seen.oldConfirmedAt === null || seen.newConfirmedAt === null) {
      await tx.update(emailChanges).set(seen).where(eq(emailChanges.userId, userId));
      return { answer: { changed: false, waits_for: seen.oldConfirmedAt === null ? 'old' : 'new' } as const };
    }
    await moveAccount(ctx, tx, emit, user, change);
    return { answer: { changed: true, waits_for: null } as const, oldEmail: user.email };
  }).catch((error: unknown) => {
    // Two accounts that move to one address at the same time: the unique index decides.
    throw errorCodeOf(error) === UNIQUE_VIOLATION ? taken() : error;
  });
  if (outcome.oldEmail !== undefined) await tellOld(ctx, { oldEmail: outcome.oldEmail, newEmail: found.newEmail });
  return outcome.answer;
}

function markSeen(ctx: Context, change: EmailChangeRow, token: string) {
  const isOld = change.oldHash === hashLink(token);
  return {
    oldConfirmedAt: isOld ? ctx.now() : change.oldConfirmedAt,
    newConfirmedAt: isOld ? change.newConfirmedAt : ctx.now(),
  };
}

/** Ends what went to the old address: links, and every session but the one that asked. */
async function moveAccount(ctx: Context, tx: Tx, emit: Emit, user: UserRow, change: EmailChangeRow): Promise<void> {
  const userId = user.id as Id;
  const { newEmail, sessionId } = change;
  await requireAdministratorLeft(ctx, tx, user, newEmail);
  // Nobody could ever sign in to an account that was not confirmed, and its address is proven to be this person's now.
  const waiting = and(eq(users.emailVerified, false), eq(users.status, 'active'), ne(users.id, userId));
  await tx.delete(users).where(and(eq(users.email, newEmail), waiting));
  const [moved] = await tx
    .update(users)
    .set({ email: newEmail, emailVerified: true, updatedAt: ctx.now() })
    .where(eq(users.id, userId))
    .returning();
  if (moved === undefined) throw deadLink();
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
  await dropLinks(tx, userId);
  const detail = { email: newEmail, address: ctx.address };
  await audit(ctx, tx, { action: 'email.changed', subject: userId, actor: accountActor(userId), detail });
  emit(`user:${userId}`, 'account.updated', { ...presentAccount(moved), email: moved.email });
}

/** An address that the configuration names makes an administrator: leaving it must not leave none. */
async function requireAdministratorLeft(ctx: Context, tx: Tx, user: UserRow, newEmail: string): Promise<void> {
  const { adminEmails } = ctx.config;
  if (!isAdministrator(user, adminEmails) || isAdministrator({ ...user, email: newEmail }, adminEmails)) return;
  if (!(await hasOtherAdministrator(tx, ctx.config, user.id))) throw lastAdministrator();
}

/** The change stands, whether the mail leaves or not. */
async function tellOld(ctx: Context, change: { oldEmail: string; newEmail: string }): Promise<void> {
  try {
    await ctx.mail.send(writeDone(ctx, change));
  } catch (error) {
    ctx.log.warn({ requestId: ctx.requestId, reason: String(error) }, 'the old address was not told of the new one');
  }
}
