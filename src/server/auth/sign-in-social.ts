import type { signInSocial as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { AppError } from '#server/platform/error.ts';
import { type AuthRequest, ask, endEarlierSession, requireLocalPath } from './auth-door.ts';
import type { EngineCall } from './engine-call.ts';
import { browserOf, recordAccess } from './record-access.ts';
import { tellGoogleLinked } from './tell-google-linked.ts';
import { openChallenge, redirectToChallenge } from './two-factor/challenge.ts';

const AFTER_SIGN_IN = '/auth/callback';

/** Redirects to Google. */
export async function signInSocial(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const callbackURL = requireLocalPath(request.ctx, input.callbackURL, 'callbackURL') ?? AFTER_SIGN_IN;
  for (const name of ['errorCallbackURL', 'newUserCallbackURL'] as const)
    requireLocalPath(request.ctx, input[name], name);
  const body = { provider: input.provider, callbackURL, disableRedirect: input.disableRedirect ?? false };
  return ask(request, { method: 'POST', path: '/sign-in/social', body });
}

/** The OAuth callback. Whatever the outcome, the person is redirected to a page of ours. */
export async function finishSocial(request: AuthRequest, query: Record<string, string>): Promise<Response> {
  const { ctx, headers, engine } = request;
  const call: EngineCall = { mails: [] };
  try {
    const answer = await engine.ask(ctx, headers, { method: 'GET', path: '/callback/google', query }, call);
    if (call.challenged !== undefined) return await challengePerson(request, call.challenged);
    const target = new URL(answer.headers.get('location') ?? '', ctx.config.url);
    if (answer.status !== 302 || target.searchParams.has('error')) return redirectToLogin(answer, call);
    await endEarlierSession(request);
    if (call.linked !== undefined) {
      await recordAccess(ctx, call.linked, 'google.linked');
      await tellGoogleLinked(ctx, call.linked);
    }
    if (call.opened !== undefined)
      await recordAccess(ctx, call.opened.userId, 'sign_in.done', { by: 'google', ...browserOf(request) });
    return answer;
  } catch (error) {
    if (call.databaseError !== undefined) throw error;
    if (call.challenged !== undefined) return challengePerson(request, call.challenged);
    if (!(error instanceof AppError))
      ctx.errorLog.record({ level: 'error', category: 'auth', error, requestId: ctx.requestId });
    return redirectToLogin(undefined, call);
  }
}

async function challengePerson(
  request: AuthRequest,
  { userId, to, link }: NonNullable<EngineCall['challenged']>,
): Promise<Response> {
  const { cookie } = await openChallenge(request, userId, { by: 'google', to, link });
  return redirectToChallenge(cookie);
}

export function redirectToLogin(answer: Response | undefined, { refusal }: EngineCall): Response {
  const query = new URLSearchParams({
    error: 'auth_callback_failed',
    ...(refusal === undefined ? {} : { reason: refusal }),
  });
  const headers = new Headers({ location: `/login?${query}` });
  for (const cookie of answer?.headers.getSetCookie() ?? []) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}
