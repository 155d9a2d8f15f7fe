import type { InvitationLook } from '#contract/people.ts';
import { JOIN_TEXTS as T } from '#contract/people-texts.ts';
import { rememberInvitation } from '#web/lib/session/session-trace.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import styles from './join.module.css';

/** Both ways lead back to the invitation, also through the link of a confirmation mail in another tab. */
export function GuestChoice({ invitation, address }: { invitation: InvitationLook; address: string }) {
  const { email, sign_up_closed: isClosed } = invitation;
  const remember = () => rememberInvitation(address);
  const signUp = email === null ? paths.signup : `${paths.signup}?${new URLSearchParams({ email }).toString()}`;
  return (
    <>
      <p className={styles.text}>{email === null ? T.guest : T.guestFor(email)}</p>
      <div className={styles.actions}>
        <ButtonLink variant="primary" size="lg" full to={paths.login} onClick={remember}>
          {T.signIn}
        </ButtonLink>
        {!isClosed && (
          <ButtonLink size="lg" full to={signUp} onClick={remember}>
            {T.signUp}
          </ButtonLink>
        )}
      </div>
      {isClosed && <p className={styles.text}>{T.closed}</p>}
    </>
  );
}
