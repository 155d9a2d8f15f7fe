import { ApiError } from '../net/api-error.ts';
import { isMaintenance } from '../net/maintenance.ts';

export type SessionEnd = 'left' | 'expired' | 'suspended';

/** The specification decides by the text: other 401s do not end the session. */
export function isTokenRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401 && /token|expired/i.test(error.message);
}

export function isSuspension(error: unknown): error is ApiError {
  return error instanceof ApiError && error.errorType === 'ACCOUNT_SUSPENDED';
}

/** Whether the app as a whole already shows this error, so that the screen need not. */
export const isShownElsewhere = (error: unknown) =>
  isTokenRefusal(error) || isSuspension(error) || isMaintenance(error);
