import type { ReactNode } from 'react';
import type { InvitationLook } from '#contract/people.ts';
import { JOIN_TEXTS as T, PEOPLE_TEXTS } from '#contract/people-texts.ts';
import { formatDateTime } from '#web/lib/time.ts';
import styles from './join.module.css';

/** Who invites to which project as what, and until when. */
export function Head({ invitation, children }: { invitation: InvitationLook; children: ReactNode }) {
  const { project_name: project, role, invited_by: by, expires_at: expires } = invitation;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{T.heading(project)}</h1>
      <p className={styles.lead}>{T.invites(by, role)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{PEOPLE_TEXTS.roles[role]}</dt>
          <dd>{PEOPLE_TEXTS.may[role]}</dd>
        </div>
      </dl>
      {children}
      <p className={styles.until}>{T.works(formatDateTime(expires))}</p>
    </div>
  );
}
