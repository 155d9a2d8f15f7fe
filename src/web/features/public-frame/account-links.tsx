import { useEffect, useSyncExternalStore } from 'react';
import { useIsKindKnown, useIsTeam } from '#web/lib/net/instance.ts';
import { getSession, resolveSession, subscribeSession } from '#web/lib/session/session.ts';
import { sessionTrace } from '#web/lib/session/session-trace.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './account-links.module.css';

const UNSEEN = { visibility: 'hidden' } as const;

/** Sign In and Start Free for guests; for someone who is signed in, the way back to work. */
export function AccountLinks() {
  const isTeam = useIsTeam();
  // It keeps its place until it is known that strangers may come in.
  const isKnown = useIsKindKnown();
  return (
    <nav className={styles.links} aria-label="Account">
      {useIsSignedIn() ? (
        <ButtonLink to={paths.projects}>Projects</ButtonLink>
      ) : (
        <>
          <ButtonLink variant="ghost" to={paths.login}>
            Sign In
          </ButtonLink>
          {!isTeam && (
            <ButtonLink variant="primary" to={paths.signup} style={isKnown ? undefined : UNSEEN}>
              Start Free
            </ButtonLink>
          )}
        </>
      )}
    </nav>
  );
}

/** The server is asked only where a session was kept before, and until it answers that session is believed. */
function useIsSignedIn() {
  const { status } = useSyncExternalStore(subscribeSession, getSession);
  const likely = sessionTrace.isLikely();
  useEffect(() => {
    if (status === 'resolving' && likely) void resolveSession();
  }, [status, likely]);
  return status === 'signed-in' || (status === 'resolving' && likely);
}
