import { LOGIN_TEXTS, SIGNUP_TEXTS as T } from '#contract/session-texts.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import type { AuthField } from '#web/lib/session/auth-error.ts';

/** Text for a refused sign-up, and the field it belongs to. */
export function explainSignUpFailure(error: unknown): { field: AuthField; text: string } {
  if (!(error instanceof ApiError) || error.status === 0) return { field: 'form', text: LOGIN_TEXTS.unexpected };
  if (error.errorCode === 'EMAIL_TAKEN') return { field: 'email', text: T.alreadyRegistered };
  if (error.errorCode === 'SIGN_UP_CLOSED') return { field: 'email', text: T.closed };
  if (error.errorCode === 'INVALID_EMAIL') return { field: 'email', text: T.invalidEmail };
  if (error.errorCode === 'PASSWORD_TOO_SHORT') return { field: 'password', text: T.shortPassword };
  if (error.errorCode === 'PASSWORD_TOO_LONG' || error.errorCode === 'PASSWORD_TOO_COMMON')
    return { field: 'password', text: error.message };
  return { field: 'form', text: error.message };
}
