import * as calls from '#contract/auth.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { parseInput } from '#server/platform/http/parse.ts';
import { type AuthDoor, type AuthRequest, ask, door } from './auth-door.ts';
import type { Background } from './background.ts';
import { changePassword, resetPassword } from './change-password.ts';
import { listSessions, revokeSession } from './cookie-sessions.ts';
import type { Engine } from './engine.ts';
import { requestPasswordReset, sendVerificationEmail } from './mail-links.ts';
import { invalid } from './refusals.ts';
import { offerPasskeySignIn, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts';
import { requireSameOrigin } from './require-same-origin.ts';
import { signIn } from './sign-in.ts';
import { finishSocial, redirectToLogin, signInSocial } from './sign-in-social.ts';
import { signUp } from './sign-up.ts';
import { getChallenge } from './two-factor/get-challenge.ts';
import { verifyChallenge } from './two-factor/verify-challenge.ts';
import { verifyEmail } from './verify-email.ts';

/** An allow-list: Better Auth has many more endpoints, and everything not listed here is 404. */
const DOORS: readonly AuthDoor[] = [
  door(calls.signUp, signUp),
  door(calls.signIn, signIn),
  door(calls.getSignInChallenge, getChallenge),
  door(calls.verifyTwoFactor, verifyChallenge),
  door(calls.signInSocial, signInSocial),
  door(calls.signOut, (request) => ask(request, { method: 'POST', path: '/sign-out', body: {} })),
  door(calls.getSession, (request) => ask(request, { method: 'GET', path: '/get-session' })),
  door(calls.getToken, (request) => ask(request, { method: 'GET', path: '/token' })),
  door(calls.requestPasswordReset, requestPasswordReset),
  door(calls.resetPassword, resetPassword),
  door(calls.verifyEmail, verifyEmail),
  door(calls.sendVerificationEmail, sendVerificationEmail),
  door(calls.changePassword, changePassword),
  door(calls.listSessions, listSessions),
  door(calls.revokeSession, revokeSession),
  door(calls.offerPasskeySignIn, offerPasskeySignIn),
  door(calls.signInWithPasskey, signInWithPasskey),
  door(calls.getJwks, (request) => ask(request, { method: 'GET', path: '/jwks' })),
];

/** The only entry to the sign-in endpoints: known path, same origin, valid input, then the handler. */
export async function handleAuthRequest(
  parts: { engine: Engine; background: Background },
  ctx: Context,
  request: Request,
): Promise<Response> {
  const url = new URL(request.url);
  const asked: AuthRequest = { ...parts, ctx, headers: request.headers };
  if (isCall(calls.finishSocial, request, url)) return finish(asked, url);
  const open = DOORS.find(({ endpoint }) => isCall(endpoint, request, url));
  if (open === undefined) throw new AppError('NOT_FOUND', 'There is nothing at this address.');
  requireSameOrigin(ctx.config, request);
  const sent = { params: {}, query: queryOf(url), body: await bodyOf(request) };
  return open.open(asked, parseInput(open.endpoint, sent));
}

/** Opened by a person in a browser, so even an invalid request is answered with a page. */
async function finish(asked: AuthRequest, url: URL): Promise<Response> {
  try {
    parseInput(calls.finishSocial, { params: {}, query: queryOf(url), body: undefined });
  } catch {
    return redirectToLogin(undefined, { mails: [] });
  }
  return finishSocial(asked, Object.fromEntries(url.searchParams));
}

function isCall(endpoint: { method: string; path: string }, request: Request, url: URL): boolean {
  return endpoint.method === request.method && endpoint.path === url.pathname;
}

/** A repeated parameter stays an array, which every schema refuses. */
function queryOf(url: URL): Record<string, string | string[]> {
  const names = [...new Set(url.searchParams.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = url.searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

async function bodyOf(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('', undefined, 'The request could not be read: it is not valid JSON.');
  }
}
