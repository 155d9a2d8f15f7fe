import type { verifyEmail as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { AppError } from '#server/platform/error.ts';
import { type AuthRequest, ask, requireLocalPath } from './auth-door.ts';
import type { EngineCall } from './engine-call.ts';
import { recordAccess } from './record-access.ts';
import { redirectToLogin } from './sign-in-social.ts';
import { tellDone } from './tell-done.ts';

/**
 * Confirms the address for whoever has the link from the mail; where the link is dead, nothing is said to be confirmed. Where
 * sign-up was closed to it meanwhile, a person who came by the link reads so on a page.
 */
export async function verifyEmail(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx } = request;
  const path = requireLocalPath(ctx, input.callbackURL, 'callbackURL');
  const query = { token: input.token, ...(path === undefined ? {} : { callbackURL: path }) };
  const call: EngineCall = { mails: [] };
  let answer: Response;
  try {
    answer = await ask(request, { method: 'GET', path: '/verify-email', query }, call);
  } catch (error) {
    if (path === undefined || !(error instanceof AppError) || error.detail.code !== 'SIGN_UP_CLOSED') throw error;
    return redirectToLogin(undefined, { mails: [], refusal: 'sign_up_closed' });
  }
  if (call.confirmed !== undefined) await recordAccess(ctx, call.confirmed, 'email.confirmed');
  const target = new URL(answer.headers.get('location') ?? '', ctx.config.url);
  return target.searchParams.has('error') ? answer : tellDone(ctx, answer, 'confirmed');
}
