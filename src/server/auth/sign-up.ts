import type { signUp as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { spend } from '#server/platform/http/limits.ts';
import { requireOpen } from '#server/platform/http/mount.ts';
import { AppError } from '#server/platform/error.ts';
import { type AuthRequest, ask, requireLocalPath } from './auth-door.ts';
import type { EngineCall } from './engine-call.ts';
import { hashPassword } from './hash-password.ts';
import { requireMayJoin } from './invitations/admit-newcomer.ts';
import { sendAccountMail } from './mails.ts';
import { requireEmail, requireNewPassword, requireNotOwnName } from './refusals.ts';
import { addressSubject } from './rules.ts';
import { signUpAgain } from './sign-up-again.ts';
import { rememberSignUp, withCookies } from './sign-up-cookie.ts';

const SIGN_UPS = { limit: 20, periodSeconds: 3_600 };
const MAIL_FAILED =
  'Your account was created, but the confirmation mail could not be sent. Sign in to have it sent again.';

/** Creates the account and sends the confirmation mail; a failing mail server does not undo the account. */
export async function signUp(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx } = request;
  await requireOpen(ctx);
  const email = requireEmail(input.email);
  const name = (input.name ?? '').trim();
  await requireNewPassword(input.password, 'password');
  requireNotOwnName(input.password, 'password', { email, name });
  requireLocalPath(ctx, input.callbackURL, 'callbackURL');
  await spend(ctx, `sign-up:${addressSubject(ctx.address)}`, SIGN_UPS);
  await requireMayJoin(ctx, email);
  const passwordHash = await hashPassword(input.password);
  const call: EngineCall = { mails: [], passwordHash };
  const body = { email, password: input.password, name };
  let answer: Response;
  try {
    answer = await ask(request, { method: 'POST', path: '/sign-up/email', body }, call);
  } catch (error) {
    if (!(error instanceof AppError) || error.detail.code !== 'EMAIL_TAKEN') throw error;
    return signUpAgain(request, { email, name, passwordHash }, MAIL_FAILED);
  }
  for (const mail of call.mails) await sendAccountMail(ctx, mail, MAIL_FAILED);
  const [mailed] = call.mails;
  if (mailed === undefined) return answer;
  return withCookies(answer, [rememberSignUp(ctx, { userId: mailed.userId, passwordHash })]);
}
