import { type SubmitEvent, useState } from 'react';
import { EMAIL_MAX } from '#contract/constants.ts';
import type { Invitation } from '#contract/invitation.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { useIsTeam } from '#web/lib/net/instance.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useInvitationChanges, useInvitations } from './queries.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './instance-kind.module.css';

/** Only for a team: who may sign up, and who has. */
export function Invitations() {
  return useIsTeam() ? <List /> : null;
}

function List() {
  const [page, setPage] = useState(1);
  const [email, setEmail] = useState('');
  const { data } = useInvitations(page);
  const { invite, resend, revoke } = useInvitationChanges();
  const failed = invite.error ?? resend.error ?? revoke.error;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (email.trim() === '' || invite.isPending) return;
    invite.mutate(email.trim(), { onSuccess: () => setEmail('') });
  };
  return (
    <section className={styles.invitations} aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <form className={styles.invite} onSubmit={submit} noValidate>
        <Field className={styles.invitedAddress} label="Email address to invite">
          <TextInput
            type="email"
            autoComplete="off"
            maxLength={EMAIL_MAX}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="primary" busy={invite.isPending}>
          Invite
        </Button>
      </form>
      {failed && <Notice tone="bad">{messageOf(failed, 'The invitation could not be changed.')}</Notice>}
      {data?.invitations.length === 0 && (
        <p className={cx(typography.small, typography.tertiary)}>Nobody is invited yet.</p>
      )}
      <ul>
        {data?.invitations.map((each) => (
          <Row
            key={each.id}
            invitation={each}
            onResend={() => resend.mutate(each.id)}
            onRevoke={() => revoke.mutate(each.id)}
          />
        ))}
      </ul>
      {data && data.totalPages > 1 && (
        <div className={cx(layout.row, layout.gap8)}>
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button size="sm" disabled={page >= data.totalPages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  invitation: Invitation;
  onResend: () => void;
  onRevoke: () => void;
}

function Row({ invitation, onResend, onRevoke }: RowProps) {
  const { email, invited_by: by, sent_at: sent, accepted_at: accepted } = invitation;
  return (
    <li className={cx(layout.row, layout.gap8)}>
      <span className={layout.grow}>
        <b className={cx(styles.address, typography.truncate)}>{email}</b>
        <span className={cx(typography.small, typography.tertiary)}>
          {by === null ? 'From the command line' : `By ${by}`} ·{' '}
          {accepted === null
            ? sent === null
              ? 'no email was sent'
              : `emailed ${formatDateTime(sent)}`
            : `joined ${formatDateTime(accepted)}`}
        </span>
      </span>
      {accepted === null ? (
        <>
          <Button size="sm" aria-label={`Send again to ${email}`} onClick={onResend}>
            Send again
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Revoke the invitation for ${email}`} onClick={onRevoke}>
            Revoke
          </Button>
        </>
      ) : (
        <Badge tone="ok">Joined</Badge>
      )}
    </li>
  );
}
