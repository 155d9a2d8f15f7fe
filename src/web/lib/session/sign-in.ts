import type * as auth from '#contract/auth.ts';
import { ApiError } from '../net/api-error.ts';
import { addressOf, type RoutesOf, type Sending } from '../net/routes.ts';
import { readJson, send } from '../net/send.ts';
import { askForPasskey } from './passkey.ts';
import { endSession, dropPendingSignOut, restartSession, type Session } from './session.ts';
import { rememberReturn, sessionTrace } from './session-trace.ts';
import { paths } from '../../paths.ts';
import { tellOtherTabs } from './session-tabs.ts';

type Routes = RoutesOf<typeof auth>;

/** These endpoints authenticate by cookie and answer without our envelope; their failures have it. */
const ask = async <K extends keyof Routes>(route: K, ...[request]: Sending<Routes[K]>) =>
  readJson(await send(addressOf(route, request)));

export async function signIn(input: {
  email: string;
  password: string;
  rememberMe: boolean;
}): Promise<Session | { status: 'second-factor' }> {
  await dropPendingSignOut();
  const answer = await ask('POST /api/auth/sign-in/email', input);
  return hasField(answer, 'two_factor') ? { status: 'second-factor' } : beginSession();
}

/** Whether a sign-in of this browser waits for its second factor. */
export async function isCodeAwaited(): Promise<boolean> {
  return (await ask('GET /api/auth/two-factor')) !== null;
}

/** Finishes a sign-in that waits for its second factor, and returns to where it was to lead. */
export async function verifyTwoFactor(code: string): Promise<Session> {
  await dropPendingSignOut();
  const answer = await ask('POST /api/auth/two-factor/verify', { code });
  if (hasField(answer, 'to') && typeof answer.to === 'string' && answer.to !== paths.authCallback)
    rememberReturn(answer.to);
  return beginSession();
}

/** Loads the session whose cookie the server has just set. */
export async function beginSession(): Promise<Session> {
  const session = await restartSession();
  if (session.status !== 'signed-in') return session;
  sessionTrace.noteSignIn();
  tellOtherTabs({ type: 'signed-in', userId: session.userId });
  return session;
}

/** Whether the answer contains a new account. */
export async function signUp(input: { email: string; password: string }): Promise<boolean> {
  const answer = await ask('POST /api/auth/sign-up/email', input);
  return hasField(answer, 'user') && hasField(answer.user, 'id');
}

/** Redirects to Google, which returns to the callback page. */
export async function signInWithGoogle(): Promise<void> {
  await dropPendingSignOut();
  const answer = await ask('POST /api/auth/sign-in/social', { provider: 'google' });
  if (!hasField(answer, 'url') || typeof answer.url !== 'string') throw new ApiError('No address to go to.');
  window.location.assign(answer.url);
}

/** The browser asks for a passkey, and the server opens a session for it. */
export async function signInWithPasskey(): Promise<Session> {
  await dropPendingSignOut();
  const offered = await ask('POST /api/auth/passkey/options', {});
  if (!isOffered(offered)) throw new ApiError('No passkey can be asked for.');
  await ask('POST /api/auth/passkey/sign-in', await askForPasskey(offered));
  return beginSession();
}

export function signOut() {
  endSession('left');
  tellOtherTabs({ type: 'signed-out' });
}

export const requestPasswordReset = (email: string) => ask('POST /api/auth/request-password-reset', { email });

/** What is revoked together with the sessions. */
interface Endings {
  revokeApiKey: boolean;
  disconnectApps: boolean;
}

export const resetPassword = (input: { token: string; newPassword: string } & Endings) =>
  ask('POST /api/auth/reset-password', input);

export const resendConfirmation = (email: string) => ask('POST /api/auth/send-verification-email', { email });

/** Also ends the account's other sessions. */
export const changePassword = (input: { currentPassword: string; newPassword: string } & Endings) =>
  ask('POST /api/auth/change-password', input);

const isOffered = (value: unknown): value is { options: { challenge: string }; ticket: string } =>
  hasField(value, 'options') &&
  hasField(value.options, 'challenge') &&
  hasField(value, 'ticket') &&
  typeof value.ticket === 'string';

function hasField<K extends string>(value: unknown, name: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && name in value;
}
