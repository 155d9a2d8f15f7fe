import { CALLBACK_TEXTS } from '#contract/session-texts.ts';
import type { Session } from '#web/lib/session/session.ts';
import { readReturn } from '#web/lib/session/session-trace.ts';
import { isTold } from '#web/lib/session/told-done.ts';
import { paths } from '#web/paths.ts';

/** What the link of a confirmation mail adds to the address when it is of no use any more. */
const DEAD_LINK = ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'INVALID_USER'];
const FAILED = `${paths.login}?error=${CALLBACK_TEXTS.failedCode}`;

/** The next address for someone who comes back from Google or from a mail with this in the address. */
export function leadOnFailure(error: string): string {
  return DEAD_LINK.includes(error) ? `${paths.login}?error=confirmation_failed` : FAILED;
}

/** Google comes back with a session; without one a confirmation mail led here, or somebody opened the page by hand. */
export function leadOn(session: Session['status']): string {
  if (session === 'signed-in') return readReturn() ?? paths.landing;
  if (session !== 'signed-out') return FAILED;
  return isTold('confirmed') ? `${paths.login}?confirmed=1` : paths.login;
}
