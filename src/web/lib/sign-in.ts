import { type Session, endSession, forgiveSignOut, restartSession } from './session.ts';
import { ApiError } from './api-error.ts';
import { readJson, send } from './send.ts';
import { tellOtherTabs } from './session-tabs.ts';
import { paths } from '#web/paths.ts';

/** Better Auth's own paths; failures come in our envelope. */
const post = async (operation: string, body: Record<string, unknown>) =>
  readJson(await send({ method: 'POST', path: `/api/auth/${operation}`, body }));

/** Where the links of a confirmation mail end. */
const CONFIRMED = `${paths.authCallback}?confirmed=1`;

export async function signIn(input: { email: string; password: string; rememberMe: boolean }): Promise<Session> {
  await forgiveSignOut();
  await post('sign-in/email', input);
  return beginSession();
}

/** Takes up the session whose cookie the server has just set. */
export async function beginSession(): Promise<Session> {
  const session = await restartSession();
  if (session.status === 'signed-in') tellOtherTabs({ type: 'signed-in', userId: session.userId });
  return session;
}

/** Answers whether the server says that an account was made. */
export async function signUp(input: { email: string; password: string }): Promise<boolean> {
  const answer = await post('sign-up/email', { ...input, name: '', callbackURL: CONFIRMED });
  return hasField(answer, 'user') && hasField(answer.user, 'id');
}

/** Sends the browser to Google; it comes back to the callback page. */
export async function signInWithGoogle(): Promise<void> {
  await forgiveSignOut();
  const answer = await post('sign-in/social', {
    provider: 'google',
    callbackURL: paths.authCallback,
    errorCallbackURL: paths.authCallback,
  });
  if (!hasField(answer, 'url') || typeof answer.url !== 'string') throw new ApiError('No address to go to.');
  window.location.assign(answer.url);
}

export function signOut() {
  endSession('left');
  tellOtherTabs({ type: 'signed-out' });
}

export const requestPasswordReset = (email: string) =>
  post('request-password-reset', { email, redirectTo: paths.resetPassword });

export const resetPassword = (input: { token: string; newPassword: string }) => post('reset-password', input);

export const resendConfirmation = (email: string) => post('send-verification-email', { email, callbackURL: CONFIRMED });

/** Other sessions of the account end with the old password. */
export const changePassword = (input: { currentPassword: string; newPassword: string }) =>
  post('change-password', { ...input, revokeOtherSessions: true });

function hasField<K extends string>(value: unknown, name: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && name in value;
}
