import { CALLBACK_TEXTS } from '#contract/session-texts.ts';
import type { Session } from '#web/lib/session/session.ts';
import { readReturn } from '#web/lib/session/session-trace.ts';
import { isTold } from '#web/lib/session/told-done.ts';
import { paths } from '#web/paths.ts';

/** Error codes of a confirmation link that is invalid or expired. */
const DEAD_LINK = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'INVALID_USER'];
const FAILED = `${paths.login}?error=${CALLBACK_TEXTS.failedCode}`;

/** Where to redirect after an error from Google or a confirmation link. */
export function leadOnFailure(error: string): string {
  return DEAD_LINK.includes(error) ? `${paths.login}?error=confirmation_failed` : FAILED;
}

/** Google returns with a session; without one a confirmation link led here, or the address was opened by hand. */
export function leadOn(session: Session['status']): string {
  if (session === 'signed-in') return readReturn() ?? paths.landing;
  if (session !== 'signed-out') return FAILED;
  return isTold('confirmed') ? `${paths.login}?confirmed=1` : paths.login;
}
