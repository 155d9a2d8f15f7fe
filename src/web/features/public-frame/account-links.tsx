import { useEffect, useSyncExternalStore } from 'react';
import { useIsKindKnown, useIsTeam } from '#web/lib/net/instance.ts';
import { getSession, resolveSession, subscribeSession } from '#web/lib/session/session.ts';
import { sessionTrace } from '#web/lib/session/session-trace.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './account-links.module.css';

const UNSEEN = { visibility: 'hidden' } as const;

/** Sign In and Start Free for guests; Projects for someone signed in. */
export function AccountLinks() {
  const isTeam = useIsTeam();
  // Invisible until the kind of the instance is loaded, but with its space reserved: no layout shift.
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

/** The server is asked only where this browser was signed in before; until it answers, the session is assumed. */
function useIsSignedIn() {
  const { status } = useSyncExternalStore(subscribeSession, getSession);
  const likely = sessionTrace.isLikely();
  useEffect(() => {
    if (status === 'resolving' && likely) void resolveSession();
  }, [status, likely]);
  return status === 'signed-in' || (status === 'resolving' && likely);
}
