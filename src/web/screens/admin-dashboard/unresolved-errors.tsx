import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ErrorEntry } from '#contract/admin-logs.ts';
import { formatCount } from '#web/features/admin/index.ts';
import { formatShortDateTime } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { ChartFrame } from '#web/ui/charts/chart-frame.tsx';
import styles from './admin-dashboard.module.css';

const LEVEL: Record<ErrorEntry['level'], string> = { error: 'Error', critical: 'Critical' };
const CATEGORY: Record<ErrorEntry['category'], string> = {
  database: 'Database',
  auth: 'Authentication',
  service: 'Service',
  api: 'API',
};

/** The latest unresolved errors. */
export function UnresolvedErrors({ errors, total }: { errors: readonly ErrorEntry[]; total: number }) {
  return (
    <ChartFrame
      flush
      title="Unresolved errors"
      aside={total > errors.length && <b>{formatCount(total)}</b>}
      action={
        <ButtonLink variant="ghost" size="sm" to={paths.adminErrors}>
          All error logs
        </ButtonLink>
      }
      empty={errors.length === 0 ? 'Every error is resolved.' : undefined}
    >
      <ErrorTable errors={errors} />
    </ChartFrame>
  );
}

function ErrorTable({ errors }: { errors: readonly ErrorEntry[] }) {
  return (
    <Table label="Unresolved errors" className={styles.errors}>
      <thead>
        <tr>
          <th scope="col">Timestamp</th>
          <th scope="col">Level</th>
          <th scope="col">Category</th>
          <th scope="col">Message</th>
          <NumberHead>Seen</NumberHead>
        </tr>
      </thead>
      <tbody>
        {errors.map((error) => (
          <ErrorRow key={error.id} error={error} />
        ))}
      </tbody>
    </Table>
  );
}

/** The whole row is clickable; the link in it makes it reachable by keyboard. */
function ErrorRow({ error }: { error: ErrorEntry }) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    const onLink = event.target instanceof Element && event.target.closest('a');
    const selecting = window.getSelection()?.isCollapsed === false;
    if (!onLink && !selecting) void navigate(paths.adminError(error.id));
  };
  return (
    <tr data-link="" onClick={open}>
      <td className={cx(typography.mono, typography.small, typography.secondary)}>
        {formatShortDateTime(error.timestamp)}
      </td>
      <td>
        <Badge tone={error.level === 'critical' ? 'bad' : 'warn'}>{LEVEL[error.level]}</Badge>
      </td>
      <td className={typography.secondary}>{CATEGORY[error.category]}</td>
      <td className={styles.message} title={error.message}>
        <Link to={paths.adminError(error.id)}>{error.message}</Link>
      </td>
      <NumberCell className={cx(typography.mono, typography.small)}>{formatCount(error.seen)}</NumberCell>
    </tr>
  );
}
