import type { signUp as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { spend } from '#server/platform/http/limits.ts';
import { requireOpen } from '#server/platform/http/mount.ts';
import { type AuthRequest, ask, requireLocalPath } from './auth-door.ts';
import type { EngineCall } from './engine-call.ts';
import { hashPassword } from './hash-password.ts';
import { requireMayJoin } from './invitations/admit-newcomer.ts';
import { sendAccountMail } from './mails.ts';
import { requireEmail, requireNewPassword } from './refusals.ts';
import { addressSubject } from './rules.ts';

const SIGN_UPS = { limit: 20, periodSeconds: 3_600 };
const MAIL_FAILED =
  'Your account was created, but the confirmation mail could not be sent. Sign in to have it sent again.';

/** Creates the account and sends the confirmation mail; a mail server that fails does not undo the account. */
export async function signUp(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx } = request;
  await requireOpen(ctx);
  const email = requireEmail(input.email);
  await requireNewPassword(input.password, 'password');
  requireLocalPath(ctx, input.callbackURL, 'callbackURL');
  await spend(ctx, `sign-up:${addressSubject(ctx.address)}`, SIGN_UPS);
  await requireMayJoin(ctx, email);
  const call: EngineCall = { mails: [], passwordHash: await hashPassword(input.password) };
  const body = { email, password: input.password, name: (input.name ?? '').trim() };
  const answer = await ask(request, { method: 'POST', path: '/sign-up/email', body }, call);
  for (const mail of call.mails) await sendAccountMail(ctx, mail, MAIL_FAILED);
  return answer;
}
