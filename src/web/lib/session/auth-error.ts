import { tabStore } from '../browser-store.ts';
import { sessionTrace } from './session-trace.ts';

const KEY = 'baton-auth-error';

export type AuthField = 'email' | 'password' | 'terms' | 'form';
export interface AuthError {
  screen: 'login' | 'signup' | 'two-factor';
  field: AuthField;
  text: string;
}

const FIELDS: readonly string[] = ['email', 'password', 'terms', 'form'] satisfies AuthField[];

/** Longer than any redirect takes; an older error belongs to an earlier visit. */
const KEPT_MS = 10 * 60_000;

/** In sessionStorage until the next attempt, so that the text survives a redirect. */
export const storeAuthError = (error: AuthError) => tabStore.write(KEY, JSON.stringify({ ...error, at: Date.now() }));
export const clearAuthError = () => tabStore.remove(KEY);

export function readAuthError(screen: AuthError['screen']): AuthError | undefined {
  try {
    const stored: unknown = JSON.parse(tabStore.read(KEY) ?? 'null');
    return isAuthError(stored) && stored.screen === screen && !isOutdated(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** An error from before the last sign-in, in this tab or another, is not shown any more. */
function isOutdated(error: object): boolean {
  if (!('at' in error) || typeof error.at !== 'number') return false;
  return error.at <= sessionTrace.signedInAt() || Date.now() - error.at > KEPT_MS;
}

function isAuthError(value: unknown): value is AuthError {
  if (typeof value !== 'object' || value === null || !('screen' in value && 'field' in value && 'text' in value))
    return false;
  return typeof value.field === 'string' && FIELDS.includes(value.field) && typeof value.text === 'string';
}
