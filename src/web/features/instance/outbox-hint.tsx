import { Link } from 'react-router';
import { paths } from '#web/paths.ts';
import { useInstance } from './queries.ts';
import typography from '#web/styles/typography.module.css';

/** Where mails are kept instead of sent, the person at the machine is shown the way to them. */
export function OutboxHint() {
  if (!useInstance()?.outbox) return null;
  return (
    <>
      This instance keeps its mails in the{' '}
      <Link className={typography.link} to={paths.outbox}>
        outbox
      </Link>
      .
    </>
  );
}
