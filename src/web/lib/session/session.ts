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
/** Grows with every end of a session, so that an answer meant for the old one is not taken for the new. */
let era = 0;
const listeners = new Set<() => void>();
const endListeners = new Set<(because: SessionEnd, text: string) => void>();

export const getSession = () => session;

export function subscribeSession(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Told once for each session that ends, with the reason. */
export function onSessionEnd(listener: (because: SessionEnd, text: string) => void) {
  endListeners.add(listener);
  return () => void endListeners.delete(listener);
}

function become(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** Finds out whether someone is signed in. Asks the server once, however many ask. */
export async function resolveSession(): Promise<Session> {
  if (session.status === 'resolving' || session.status === 'unreachable') await renew().catch(() => undefined);
  return session;
}

/** Someone signed in, here or in another tab: forget what was known and ask again. */
export async function restartSession(): Promise<Session> {
  era += 1;
  token = undefined;
  renewal = undefined;
  become({ status: 'resolving' });
  return resolveSession();
}

/** A bearer token with at least a minute to live. */
async function getAccessToken(): Promise<string> {
  if (session.status === 'signed-out') throw noToken();
  if (token && token.expiresAt - Date.now() >= TOKEN_REFRESH_SECONDS * 1_000) return token.text;
  return (await renew()).text;
}

/**
 * Does something with a bearer token. One that is refused before its time is renewed once, since the keys that signed it
 * may have been replaced; whether the session still stands is then the server's to say.
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

/** Asks the server whether the session still stands, whatever the token says. */
export async function checkSession(): Promise<void> {
  if (session.status === 'signed-in') await renew().catch(() => undefined);
}

function renew(): Promise<AccessToken> {
  renewal ??= fetchToken(era).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function fetchToken(startedIn: number): Promise<AccessToken> {
  try {
    if (sessionTrace.owesSignOut()) await settleSignOut();
    const fresh = await requestToken();
    if (startedIn !== era) throw noToken();
    token = fresh;
    sessionTrace.keep();
    if (session.status !== 'signed-in' || session.userId !== fresh.userId)
      become({ status: 'signed-in', userId: fresh.userId });
    return fresh;
  } catch (error) {
    if (startedIn !== era) throw error;
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
    // Nothing to sign out of, and somebody may be signing in again in another tab by now.
    if (startedIn === era) forget('expired', '');
    throw new ApiError(SESSION_TEXTS.sessionExpired, { status: 401, errorType: 'AUTHENTICATION_ERROR' });
  }
  reportFailure(error);
  // A server that cannot be asked does not take away a token that is still good.
  if (token && token.expiresAt > Date.now()) return token;
  if (session.status === 'resolving') become({ status: 'unreachable' });
  throw error;
}

/** A suspension ends the session too; the cookie's refusal does not tell it from another end, that of the old token does. */
async function askForReason({ text }: AccessToken) {
  await send({ method: 'GET', path: '/api/me', token: text }).catch((error: unknown) => {
    if (isSuspension(error)) endSession('suspended', error.message);
  });
}

/** What every failed call passes through: some failures end the session or close the whole app. */
export function reportFailure(error: unknown) {
  if (isTokenRefusal(error)) endSession('expired');
  else if (isSuspension(error)) endSession('suspended', error.message);
  else if (isMaintenance(error)) enterMaintenance(error.message);
}

/** Ends the session in this tab. Called again for the same session it does nothing. */
export function endSession(because: SessionEnd, text = '') {
  if (session.status === 'signed-out') return;
  // A suspended account has no session left to sign out of.
  if (because !== 'suspended') settleSignOut().catch(() => undefined);
  forget(because, text);
}

/** Another tab has signed out. It tells the server itself: said from here too, it could hit whoever signs in next. */
export function followSignOut() {
  forget('left', '');
}

function forget(because: SessionEnd, text: string) {
  if (session.status === 'signed-out') return;
  era += 1;
  token = undefined;
  renewal = undefined;
  sessionTrace.drop();
  become({ status: 'signed-out', because });
  for (const listener of endListeners) listener(because, text);
}

/** A sign-out that does not reach the server is owed, and made up for before a token is asked for again. */
function settleSignOut(): Promise<void> {
  sessionTrace.oweSignOut();
  signingOut ??= send({ method: 'POST', path: '/api/auth/sign-out', body: {} })
    .then(() => sessionTrace.settleSignOut())
    .finally(() => {
      signingOut = undefined;
    });
  return signingOut;
}

/** Whoever signs in anew no longer wants the old sign-out; one under way must not take the new cookie with it. */
export async function forgiveSignOut() {
  await signingOut?.catch(() => undefined);
  sessionTrace.settleSignOut();
}

const noToken = () => new ApiError(SESSION_TEXTS.noToken, { status: 401, errorType: 'AUTHENTICATION_ERROR' });
