import { Link2, Mail } from 'lucide-react';
import { useId } from 'react';
import type { ProjectInvitation } from '#contract/people.ts';
import { INVITATION_TEXTS as T, PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { formatShortDateTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { type PeopleChanges, useInvitations } from './people-queries.ts';
import styles from './people-section.module.css';

/** Those that nobody has used yet. */
export function OpenInvitations({ projectId, changes }: { projectId: string; changes: PeopleChanges }) {
  const titleId = useId();
  const open = useInvitations(projectId).data?.invitations ?? [];
  if (open.length === 0) return null;
  return (
    <section className={styles.open} aria-labelledby={titleId}>
      <h3 id={titleId}>{T.open}</h3>
      <ul>
        {open.map((each) => (
          <Row key={each.id} invitation={each} takeBack={changes.takeBack} />
        ))}
      </ul>
    </section>
  );
}

function Row({ invitation, takeBack }: { invitation: ProjectInvitation; takeBack: PeopleChanges['takeBack'] }) {
  const { email, role, expires_at: expires, sent_at: sent } = invitation;
  const what = email ?? T.byLink;
  const facts = [
    PEOPLE_TEXTS.roles[role],
    T.until(formatShortDateTime(expires)),
    ...(email !== null && sent === null ? [T.noMail] : []),
  ].join(' · ');
  return (
    <li className={styles.invitation}>
      {email === null ? <Link2 className={icon.size14} /> : <Mail className={icon.size14} />}
      <div className={styles.who}>
        <span className={cx(styles.name, typography.truncate)} title={email ?? undefined}>
          {what}
        </span>
        <span className={styles.about}>{facts}</span>
      </div>
      <Button
        size="sm"
        variant="ghost"
        tallOnPhone
        aria-label={T.takeBackOf(`${what}, ${facts}`)}
        busy={takeBack.isPending && takeBack.variables.id === invitation.id}
        onClick={() => takeBack.mutate(invitation, { onSuccess: () => toast({ title: T.takenBack }) })}
      >
        {T.takeBack}
      </Button>
    </li>
  );
}
