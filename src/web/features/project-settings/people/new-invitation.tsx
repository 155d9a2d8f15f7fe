import { useEffect, useRef } from 'react';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { inviteToProject } from '#contract/people.ts';
import { INVITATION_TEXTS as T } from '#contract/people-texts.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './people-section.module.css';

interface NewInvitationProps {
  made: AnswerOf<typeof inviteToProject>;
  onDone: () => void;
}

/** In place of the form: the link, which nobody can read again later. */
export function NewInvitation({ made: { invitation, url }, onDone }: NewInvitationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => heading.current?.focus(), []);
  const { email, role, expires_at: expires, sent_at: sent } = invitation;
  const until = formatDateTime(expires);
  return (
    <section className={styles.invite} aria-label={T.link}>
      <h3 ref={heading} tabIndex={-1}>
        {T.linkReady}
      </h3>
      <div className={styles.link}>
        <code>{url}</code>
      </div>
      <p className={styles.plain}>{email === null ? T.once(role, until) : T.onlyFor(email, until)}</p>
      {email !== null && (
        <Notice tone={sent === null ? 'warn' : 'ok'}>{sent === null ? T.notMailed(email) : T.mailed(email)}</Notice>
      )}
      <div className={cx(layout.row, layout.gap8)}>
        <CopyButton value={url} label={T.copy} text={T.copy} variant="primary" size="md" />
        <Button variant="ghost" onClick={onDone}>
          {T.done}
        </Button>
      </div>
    </section>
  );
}
