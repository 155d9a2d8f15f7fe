import { useEffect, useSyncExternalStore } from 'react';
import { getSession, resolveSession, subscribeSession } from '#web/lib/session/session.ts';
import { sessionTrace } from '#web/lib/session/session-trace.ts';

/** The server is asked only where this browser was signed in before; until it answers, the session is assumed. */
export function useIsSignedIn() {
  const { status } = useSyncExternalStore(subscribeSession, getSession);
  const likely = sessionTrace.isLikely();
  useEffect(() => {
    if (status === 'resolving' && likely) void resolveSession();
  }, [status, likely]);
  return status === 'signed-in' || (status === 'resolving' && likely);
}
