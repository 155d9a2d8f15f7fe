import { and, eq } from 'drizzle-orm';
import type { signIn as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { accounts } from '#server/platform/db/tables/index.ts';
import { type AuthRequest, endEarlierSession, requireLocalPath } from './auth-door.ts';
import type { EngineCall } from './engine-call.ts';
import { refusalCode, requireAccepted } from './explain-answer.ts';
import { sendAccountMail } from './mails.ts';
import { CREDENTIAL } from './queries.ts';
import { browserOf, recordAccess, recordFailure } from './record-access.ts';
import { invalidCredentials, requireEmail, requirePasswordNotTooLong } from './refusals.ts';
import { guardPassword } from './sign-in-guard.ts';

const MAIL_FAILED =
  'Your email address is not confirmed yet, and the confirmation mail could not be sent. Please try again in a few minutes.';

/** Opens a session for a correct password; the browser's earlier session is revoked. */
export async function signIn(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx, headers, engine } = request;
  const email = requireEmail(input.email);
  requirePasswordNotTooLong(input.password, 'password');
  requireLocalPath(ctx, input.callbackURL, 'callbackURL');
  const call: EngineCall = { mails: [] };
  const body = { email, password: input.password, rememberMe: input.rememberMe ?? true };
  const answer = await guardPassword(ctx, email, async () => {
    const given = await engine.ask(ctx, headers, { method: 'POST', path: '/sign-in/email', body }, call);
    const password = whatItTells(await refusalCode(given));
    if (password === 'wrong') recordFailure(request, email, 'sign_in.failed');
    return { password, answer: given };
  });
  for (const mail of call.mails) await sendAccountMail(ctx, mail, MAIL_FAILED);
  const accepted = await requireAccepted(answer, headers.has('cookie'));
  await requireStillCurrent(request, call);
  await endEarlierSession(request);
  if (call.opened !== undefined)
    await recordAccess(ctx, call.opened.userId, 'sign_in.done', { by: 'password', ...browserOf(request) });
  return accepted;
}

/**
 * Closes a race: a session opened with a password that was changed meanwhile is revoked. The row is read with a lock,
 * so a concurrent change either revokes this session with the others, or is waited for.
 */
async function requireStillCurrent({ ctx, engine }: AuthRequest, { opened, comparedHash }: EngineCall): Promise<void> {
  if (opened === undefined) return;
  const [row] = await ctx.db
    .select({ password: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, opened.userId), eq(accounts.providerId, CREDENTIAL)))
    .for('share');
  if (row?.password === comparedHash) return;
  await engine.endSession(opened.token);
  throw invalidCredentials();
}

/** Only an answer that can follow a matching password counts as one. */
function whatItTells(code: string | undefined): 'right' | 'wrong' | 'untold' {
  if (code === undefined || code === 'EMAIL_NOT_VERIFIED') return 'right';
  return code === 'INVALID_EMAIL_OR_PASSWORD' ? 'wrong' : 'untold';
}
