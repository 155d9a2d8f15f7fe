import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ErrorEntry } from '#contract/admin-logs.ts';
import { formatCount } from '#web/features/admin/index.ts';
import { formatShortDateTime } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/labels.tsx';
import { Table } from '#web/ui/surfaces.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

const LEVEL: Record<ErrorEntry['level'], string> = { error: 'Error', critical: 'Critical' };
const CATEGORY: Record<ErrorEntry['category'], string> = {
  database: 'Database',
  auth: 'Authentication',
  service: 'Service',
  api: 'API',
};

/** The latest of what nobody has dealt with yet. */
export function UnresolvedErrors({ errors, total }: { errors: readonly ErrorEntry[]; total: number }) {
  return (
    <div className="card chart-card dash-errors">
      <header>
        <h2>Unresolved errors</h2>
        <span className={cx('chart-aside', typography.tabular)}>
          {total > errors.length && <b>{formatCount(total)}</b>}
        </span>
        <ButtonLink variant="ghost" size="sm" to={paths.adminErrors}>
          All error logs
        </ButtonLink>
      </header>
      {errors.length === 0 ? (
        <p className={cx('chart-empty', typography.tertiary)}>Nothing is waiting: every error is resolved.</p>
      ) : (
        <ErrorTable errors={errors} />
      )}
    </div>
  );
}

function ErrorTable({ errors }: { errors: readonly ErrorEntry[] }) {
  return (
    <Table label="Unresolved errors">
      <thead>
        <tr>
          <th scope="col">Timestamp</th>
          <th scope="col">Level</th>
          <th scope="col">Category</th>
          <th scope="col">Message</th>
          <th scope="col" className="r">
            Seen
          </th>
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

/** The whole line opens the error, and so does its message, which the keyboard finds. */
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
      <td className="dash-message" title={error.message}>
        <Link to={paths.adminError(error.id)}>{error.message}</Link>
      </td>
      <td className={cx('r', typography.mono, typography.small)}>{formatCount(error.seen)}</td>
    </tr>
  );
}
