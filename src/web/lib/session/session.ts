import { TOKEN_REFRESH_SECONDS } from '#contract/constants.ts';
import { SESSION_TEXTS } from '#contract/session-texts.ts';
import { type AccessToken, readAccessToken } from './access-token.ts';
import { ApiError } from '../net/api-error.ts';
import { isSuspension, isTokenRefusal, type SessionEnd } from './session-failure.ts';
import { enterMaintenance, isMaintenance } from '../net/maintenance.ts';
import { readJson, send } from '../net/send.ts';
import { sessionTrace } from './session-trace.ts';

export type Session =
  | { status: 'resolving' }
  | { status: 'unreachable' }
  | { status: 'signed-in'; userId: string }
  | { status: 'signed-out'; because: SessionEnd | 'absent' };

let session: Session = { status: 'resolving' };
let token: AccessToken | undefined;
let renewal: Promise<AccessToken> | undefined;
let signingOut: Promise<void> | undefined;
/** How many calls are in flight that end the session when they succeed. */
let leaving = 0;
/** Incremented whenever a session ends or restarts, so that an answer for the previous one is discarded. */
let epoch = 0;
const listeners = new Set<() => void>();
const endListeners = new Set<(because: SessionEnd, text: string) => void>();

export const getSession = () => session;

export function subscribeSession(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Called once for each session that ends, with the reason. */
export function onSessionEnd(listener: (because: SessionEnd, text: string) => void) {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

function become(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** Whether someone is signed in. Concurrent calls share one request. */
export async function resolveSession(): Promise<Session> {
  if (session.status === 'resolving' || session.status === 'unreachable') await renew().catch(() => undefined);
  return session;
}

/** Someone signed in, here or in another tab: discard the token and ask the server again. */
export async function restartSession(): Promise<Session> {
  epoch += 1;
  token = undefined;
  renewal = undefined;
  become({ status: 'resolving' });
  return resolveSession();
}

/** A bearer token that is valid for another minute at least. */
async function getAccessToken(): Promise<string> {
  if (session.status === 'signed-out') throw noToken();
  if (token && token.expiresAt - Date.now() >= TOKEN_REFRESH_SECONDS * 1_000) return token.text;
  return (await renew()).text;
}

/**
 * Calls `work` with a bearer token. If the token is refused although it has not expired, it is renewed and the call retried
 * once, since the signing keys may have been replaced; if the renewal is refused too, the session has ended.
 */
export async function withAccessToken<T>(work: (token: string) => Promise<T>): Promise<T> {
  const used = await getAccessToken();
  try {
    return await work(used);
  } catch (error) {
    if (!isTokenRefusal(error)) throw error;
    if (token?.text === used) await renew();
    return work(await getAccessToken());
  }
}

/** Asks the server whether the session is still valid, whatever the token says. */
export async function checkSession(): Promise<void> {
  if (session.status === 'signed-in') await renew().catch(() => undefined);
}

function renew(): Promise<AccessToken> {
  renewal ??= fetchToken(epoch).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function fetchToken(startedIn: number): Promise<AccessToken> {
  try {
    if (sessionTrace.hasPendingSignOut()) await sendSignOut();
    const fresh = await requestToken();
    if (startedIn !== epoch) throw noToken();
    token = fresh;
    sessionTrace.keep();
    if (session.status !== 'signed-in' || session.userId !== fresh.userId)
      become({ status: 'signed-in', userId: fresh.userId });
    return fresh;
  } catch (error) {
    if (startedIn !== epoch) throw error;
    return withoutFreshToken(error, startedIn);
  }
}

async function requestToken(): Promise<AccessToken> {
  const body = await readJson(await send({ method: 'GET', path: '/api/auth/token' }));
  const text =
    typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string' ? body.token : '';
  const fresh = readAccessToken(text, Date.now());
  if (!fresh) throw new ApiError('The answer could not be read.');
  return fresh;
}

async function withoutFreshToken(error: unknown, startedIn: number): Promise<AccessToken> {
  if (error instanceof ApiError && error.status === 401) {
    if (session.status !== 'signed-in') {
      sessionTrace.drop();
      become({ status: 'signed-out', because: 'absent' });
      throw noToken();
    }
    if (token) await askForReason(token);
    // No sign-out is sent: the session has ended already, and the cookie may by now be of a new sign-in in another tab.
    if (startedIn === epoch) forget('expired', '');
    throw new ApiError(SESSION_TEXTS.sessionExpired, { status: 401, errorType: 'AUTHENTICATION_ERROR' });
  }
  reportFailure(error);
  // While the server cannot be reached, a token that has not expired stays in use.
  if (token && token.expiresAt > Date.now()) return token;
  if (session.status === 'resolving') become({ status: 'unreachable' });
  throw error;
}

/** The refused cookie does not tell a suspension from an expiry; a call with the old token does. */
async function askForReason({ text }: AccessToken) {
  await send({ method: 'GET', path: '/api/me', token: text }).catch((error: unknown) => {
    if (isSuspension(error)) endSession('suspended', error.message);
  });
}

/** Every failed call is passed to this: some failures end the session or close the whole app. */
export function reportFailure(error: unknown) {
  if (isTokenRefusal(error)) endSession('expired');
  else if (isSuspension(error)) endSession('suspended', error.message);
  else if (isMaintenance(error)) enterMaintenance(error.message);
}

/** Ends the session in this tab. Idempotent. */
export function endSession(because: SessionEnd, text = '') {
  if (session.status === 'signed-out') return;
  // Suspending an account has already deleted its sessions.
  if (because !== 'suspended') sendSignOut().catch(() => undefined);
  forget(because, text);
}

/**
 * For a call that ends the session itself, such as deleting the account: other calls in flight and the open streams may be
 * refused before its answer arrives, and that is no expiry to tell the person about.
 */
export async function leaveBy<T>(work: () => Promise<T>): Promise<T> {
  leaving += 1;
  try {
    return await work();
  } finally {
    leaving -= 1;
  }
}

/** Another tab has signed out and told the server. A second request from here could end the session of the next sign-in. */
export function followSignOut() {
  forget('left', '');
}

function forget(reported: SessionEnd, text: string) {
  if (session.status === 'signed-out') return;
  const because = reported === 'expired' && leaving > 0 ? 'left' : reported;
  epoch += 1;
  token = undefined;
  renewal = undefined;
  sessionTrace.drop();
  become({ status: 'signed-out', because });
  for (const listener of endListeners) listener(because, text);
}

/** A sign-out that does not reach the server is stored and sent again before the next token request. */
function sendSignOut(): Promise<void> {
  sessionTrace.markSignOutPending();
  signingOut ??= send({ method: 'POST', path: '/api/auth/sign-out', body: {} })
    .then(() => sessionTrace.clearPendingSignOut())
    .finally(() => {
      signingOut = undefined;
    });
  return signingOut;
}

/** A new sign-in drops a sign-out that was never sent; one in flight is awaited, or it would delete the new cookie. */
export async function dropPendingSignOut() {
  await signingOut?.catch(() => undefined);
  sessionTrace.clearPendingSignOut();
}

const noToken = () => new ApiError(SESSION_TEXTS.noToken, { status: 401, errorType: 'AUTHENTICATION_ERROR' });
