import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { useInstance } from './queries.ts';
import typography from '#web/styles/typography.module.css';

/** Without SMTP mails are kept in the outbox: links to it. */
export function OutboxHint() {
  if (!useInstance()?.outbox) return null;
  return (
    <>
      This instance keeps its emails in the{' '}
      <Link className={typography.link} to={paths.outbox}>
        outbox
      </Link>
      .
    </>
  );
}
