import styles from './outbox.module.css';
import { Mail } from 'lucide-react';
import type { OutboxMail } from '#contract/instance.ts';
import { PublicFrame } from '#web/features/public-frame/index.ts';
import { useOutbox } from '#web/features/instance/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ButtonAnchor } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { PageHead } from '#web/ui/page-head.tsx';

/** Mails of an instance without SMTP, visible on the machine itself only. */
export function Component() {
  usePageTitle('Outbox');
  const { data: mails = [] } = useOutbox();
  return (
    <PublicFrame>
      <div className={cx(layout.page, layout.pageNarrow, styles.page)}>
        <PageHead
          title="Outbox"
          lead="No mail server is set up, so emails wait here. Only this machine can see them."
        />
        {mails.length === 0 ? (
          <EmptyState icon={Mail} title="No emails yet" hint="Confirmation and reset links will appear here" />
        ) : (
          <ul className={cx(layout.column, layout.gap12)} aria-label="Mails">
            {mails.map((mail, i) => (
              <MailCard key={mail.id} mail={mail} newest={i === 0} />
            ))}
          </ul>
        )}
      </div>
    </PublicFrame>
  );
}

function MailCard({ mail, newest }: { mail: OutboxMail; newest: boolean }) {
  return (
    <Card as="li" pad>
      <div className={styles.mail}>
        <div className={layout.grow}>
          <h2 className={styles.subject}>{mail.subject}</h2>
          <p className={cx(typography.small, typography.tertiary)}>
            To {mail.recipient} · {formatDateTime(mail.created_at)}
          </p>
        </div>
        {mail.link !== null && (
          <ButtonAnchor variant={newest ? 'primary' : 'second'} href={mail.link}>
            Open Link
          </ButtonAnchor>
        )}
      </div>
      <details className={styles.details}>
        <summary className={cx(typography.small, typography.secondary, styles.toggle)}>Show the text</summary>
        <pre className={cx(typography.mono, typography.small, styles.text)}>{mail.text}</pre>
      </details>
    </Card>
  );
}
