import type { verifyEmail as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '#server/platform/error.ts';
import type { Id } from '#contract/fields.ts';
import { type AuthRequest, ask, requireLocalPath } from './auth-door.ts';
import { readLink } from './confirmation-link.ts';
import type { EngineCall } from './engine-call.ts';
import type { OpenedSession } from './engine.ts';
import { findPasswordHash } from './queries.ts';
import { browserOf, recordAccess } from './record-access.ts';
import { redirectToLogin } from './sign-in-social.ts';
import { forgetSignUp, hasSignedUpHere, withCookies } from './sign-up-cookie.ts';
import { tellDone } from './tell-done.ts';
import { openChallenge, redirectToChallenge } from './two-factor/challenge.ts';

const REFUSALS = new Map<ErrorCode | undefined, NonNullable<EngineCall['refusal']>>([
  ['SIGN_UP_CLOSED', 'sign_up_closed'],
  // Set by our hook; the other codes are Better Auth's own.
  ['INVALID_TOKEN', 'link_replaced'],
]);

/**
 * Confirms the address by the mailed link, and signs in the browser that signed up. If sign-up was closed or the link
 * replaced meanwhile, the person gets a page that says so.
 */
export async function verifyEmail(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx } = request;
  const path = requireLocalPath(ctx, input.callbackURL, 'callbackURL');
  const link = readLink(input.token);
  const query = { token: link.token, ...(path === undefined ? {} : { callbackURL: path }) };
  const call: EngineCall = { mails: [], link };
  let answer: Response;
  try {
    answer = await ask(request, { method: 'GET', path: '/verify-email', query }, call);
  } catch (error) {
    const refusal = error instanceof AppError ? REFUSALS.get(error.detail.code) : undefined;
    if (path === undefined || refusal === undefined) throw error;
    return redirectToLogin(undefined, { mails: [], refusal });
  }
  if (call.confirmed !== undefined) await recordAccess(ctx, call.confirmed, 'email.confirmed');
  const target = new URL(answer.headers.get('location') ?? '', ctx.config.url);
  if (target.searchParams.has('error')) return answer;
  const opened = call.confirmed === undefined ? undefined : await openOwnSession(request, call.confirmed);
  if (call.confirmed !== undefined && opened?.kind === 'challenged') {
    const { cookie } = await openChallenge(request, call.confirmed, { by: 'confirmation', to: path });
    return withCookies(redirectToChallenge(cookie), [forgetSignUp(ctx)]);
  }
  if (opened?.kind !== 'opened') return tellDone(ctx, answer, 'confirmed');
  return withCookies(answer, [...opened.cookies, forgetSignUp(ctx)]);
}

/**
 * A session, where the link is opened in the browser that signed up with the password that it confirms: that
 * browser has proven as much as a sign-in does. Anywhere else the password is asked for, and a browser that is signed in
 * to another account stays so.
 */
async function openOwnSession({ ctx, headers, engine }: AuthRequest, userId: Id): Promise<OpenedSession | undefined> {
  const passwordHash = await findPasswordHash(ctx.db, userId);
  if (!hasSignedUpHere(ctx, headers, { userId, passwordHash })) return undefined;
  if ((await engine.findSession(ctx, headers)) !== undefined) return undefined;
  const opened = await engine.openSession(ctx, headers, userId);
  if (opened.kind === 'opened')
    await recordAccess(ctx, userId, 'sign_in.done', { by: 'confirmation', ...browserOf({ headers }) });
  return opened;
}
