import { LOGIN_TEXTS as T } from '#contract/session-texts.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import type { AuthField } from '#web/lib/session/auth-error.ts';

/** Text for a refused sign-in, and the field it belongs to. */
export function explainSignInFailure(error: unknown): { field: AuthField; text: string } {
  if (!(error instanceof ApiError) || error.status === 0) return { field: 'form', text: T.unexpected };
  if (error.errorCode === 'INVALID_CREDENTIALS') return { field: 'password', text: T.invalidCredentials };
  if (error.errorCode === 'EMAIL_NOT_VERIFIED') return { field: 'email', text: T.unconfirmed };
  return { field: 'form', text: error.message };
}
