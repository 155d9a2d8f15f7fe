import { and, eq } from 'drizzle-orm';
import type { signIn as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { accounts } from '#server/platform/db/tables/index.ts';
import { type AuthRequest, endEarlierSession, requireLocalPath } from './auth-door.ts';
import type { EngineCall } from './engine-call.ts';
import { refusalCode, requireAccepted } from './explain-answer.ts';
import { sendAccountMail } from './mails.ts';
import { CREDENTIAL } from './queries.ts';
import { browserOf, recordAccess, recordFailure } from './record-access.ts';
import { invalidCredentials, requireEmail, requirePasswordNotTooLong } from './refusals.ts';
import { guardPassword } from './sign-in-guard.ts';
import { answerChallenge, endChallenge, openChallenge } from './two-factor/challenge.ts';

const MAIL_FAILED =
  'Your email address is not confirmed yet, and the confirmation mail could not be sent. Please try again in a few minutes.';

/**
 * Opens a session for a correct password; the browser's earlier session is revoked. An account with a second factor is
 * asked for it first.
 */
export async function signIn(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx, headers, engine } = request;
  const email = requireEmail(input.email);
  requirePasswordNotTooLong(input.password, 'password');
  requireLocalPath(ctx, input.callbackURL, 'callbackURL');
  const call: EngineCall = { mails: [] };
  const body = { email, password: input.password, rememberMe: input.rememberMe ?? true };
  const answer = await guardPassword(ctx, email, async () => {
    const asking = engine.ask(ctx, headers, { method: 'POST', path: '/sign-in/email', body }, call);
    const given = await asking.catch((error: unknown) => {
      if (call.challenged === undefined) throw error;
      return undefined;
    });
    if (given === undefined) return { password: 'right', answer: undefined };
    const password = whatItTells(await refusalCode(given));
    if (password === 'wrong') recordFailure(request, email, 'sign_in.failed');
    return { password, answer: given };
  });
  for (const mail of call.mails) await sendAccountMail(ctx, mail, MAIL_FAILED);
  if (answer === undefined) return challengePerson(request, call, input);
  const accepted = await requireAccepted(answer, headers.has('cookie'));
  const { opened } = call;
  if (opened !== undefined) await requireStillCurrent(ctx, opened.userId, call, () => engine.endSession(opened.token));
  await endEarlierSession(request);
  if (call.opened !== undefined)
    await recordAccess(ctx, call.opened.userId, 'sign_in.done', { by: 'password', ...browserOf(request) });
  return accepted;
}

/** The password is right and the account has a second factor: no session yet, and the browser keeps the one it has. */
async function challengePerson(
  request: AuthRequest,
  call: EngineCall,
  { rememberMe, callbackURL }: InputOf<typeof endpoint>,
): Promise<Response> {
  if (call.challenged === undefined) throw new Error('a sign-in without an answer has a challenge');
  const { userId } = call.challenged;
  const beginning = { by: 'password', remember: rememberMe ?? true, to: callbackURL } as const;
  const challenge = await openChallenge(request, userId, beginning);
  await requireStillCurrent(request.ctx, userId, call, () => endChallenge(request.ctx, challenge));
  return answerChallenge(challenge.cookie);
}

/**
 * Closes a race: what was opened with a password that was changed meanwhile is ended. The row is read with a lock, so a
 * concurrent change either ends it with the account's sessions and links, or is waited for.
 */
async function requireStillCurrent(
  ctx: Context,
  userId: Id,
  { comparedHash }: EngineCall,
  end: () => Promise<unknown>,
): Promise<void> {
  const [row] = await ctx.db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, CREDENTIAL)))
    .for('share');
  if (row?.password === comparedHash) return;
  await end();
  throw invalidCredentials();
}

/** Only an answer that can follow a matching password counts as one. */
function whatItTells(code: string | undefined): 'right' | 'wrong' | 'untold' {
  if (code === undefined || code === 'EMAIL_NOT_VERIFIED') return 'right';
  return code === 'INVALID_EMAIL_OR_PASSWORD' ? 'wrong' : 'untold';
}
