import { useIsKindKnown, useIsTeam } from '#web/lib/net/instance.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './account-links.module.css';
import { useIsSignedIn } from './use-is-signed-in.ts';

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
