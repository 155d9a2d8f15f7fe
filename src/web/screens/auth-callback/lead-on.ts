import { CALLBACK_TEXTS } from '#contract/texts.ts';
import type { Session } from '#web/lib/session.ts';
import { readReturn } from '#web/lib/session-trace.ts';
import { paths } from '#web/paths.ts';

export interface Arrival {
  session?: Session['status'];
  /** What the account engine put into the address. */
  error?: string;
  /** The visitor came by the link of a confirmation mail. */
  confirmed: boolean;
}

/** The next address after coming back from Google or from a mail. */
export function leadOn({ session, error, confirmed }: Arrival): string {
  if (error !== undefined) return `${paths.login}?error=${confirmed ? 'confirmation_failed' : CALLBACK_TEXTS.failedCode}`;
  if (session === 'signed-in') return readReturn() ?? paths.landing;
  if (session === 'unreachable') return `${paths.login}?error=${CALLBACK_TEXTS.failedCode}`;
  return confirmed ? `${paths.login}?confirmed=1` : paths.login;
}
