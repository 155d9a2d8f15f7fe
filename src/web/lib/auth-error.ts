import { tabStore } from './browser-store.ts';

const KEY = 'baton-auth-error';

export type AuthField = 'email' | 'password' | 'terms' | 'form';
export interface AuthError {
  screen: 'login' | 'signup';
  field: AuthField;
  text: string;
}

const FIELDS: readonly string[] = ['email', 'password', 'terms', 'form'] satisfies AuthField[];

/** Kept until the next attempt, so that the text survives a redirect. */
export const storeAuthError = (error: AuthError) => tabStore.write(KEY, JSON.stringify(error));
export const clearAuthError = () => tabStore.remove(KEY);

export function readAuthError(screen: AuthError['screen']): AuthError | undefined {
  try {
    const stored: unknown = JSON.parse(tabStore.read(KEY) ?? 'null');
    return isAuthError(stored) && stored.screen === screen ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isAuthError(value: unknown): value is AuthError {
  if (typeof value !== 'object' || value === null || !('screen' in value && 'field' in value && 'text' in value))
    return false;
  return typeof value.field === 'string' && FIELDS.includes(value.field) && typeof value.text === 'string';
}
