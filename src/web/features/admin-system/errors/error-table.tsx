import type { ErrorEntry } from '#contract/admin-logs.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { cx } from '#web/ui/cx.ts';
import { Badge } from '#web/ui/badge.tsx';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import { CATEGORIES, wordOf } from './error-filter.ts';
import { LevelBadge } from './level-badge.tsx';
import typography from '#web/styles/typography.module.css';

/** On a phone only what tells errors apart is shown; the sheet has the rest. */
const COLUMNS = [
  { name: 'Timestamp', wide: true },
  { name: 'Level', wide: false },
  { name: 'Category', wide: true },
  { name: 'Message', wide: false },
  { name: 'Status', wide: true },
  { name: 'Context', wide: true },
];

export interface ErrorTableProps {
  errors: readonly ErrorEntry[];
  onOpen: (id: string) => void;
}

export function ErrorTable({ errors, onOpen }: ErrorTableProps) {
  return (
    <Table label="Errors" className="adm-table errors">
      <thead>
        <tr>
          {COLUMNS.map(({ name, wide }) => (
            <th key={name} scope="col" className={cx(wide && 'wide-only')}>
              {name}
            </th>
          ))}
          <NumberHead>Seen</NumberHead>
        </tr>
      </thead>
      <tbody>
        {errors.map((error) => (
          <Row key={error.id} error={error} onOpen={() => onOpen(error.id)} />
        ))}
      </tbody>
    </Table>
  );
}

/** The whole row answers the pointer; the keyboard finds the message, and comes back to it. */
function Row({ error, onOpen }: { error: ErrorEntry; onOpen: () => void }) {
  return (
    <tr
      data-link=""
      onClick={(event) => {
        event.currentTarget.querySelector('button')?.focus();
        onOpen();
      }}
    >
      <td className={cx(typography.tabular, 'wide-only')}>{formatDateTime(error.timestamp)}</td>
      <td>
        <LevelBadge level={error.level} />
      </td>
      <td className="wide-only">{wordOf(CATEGORIES, error.category)}</td>
      <td className="message">
        <button type="button" className={typography.truncate} title={error.message} aria-haspopup="dialog">
          {error.message}
        </button>
      </td>
      <td className="wide-only">
        <Badge tone={error.resolved ? 'ok' : 'warn'}>{error.resolved ? 'Resolved' : 'Unresolved'}</Badge>
      </td>
      <td className={cx(typography.secondary, 'wide-only')}>{error.context === null ? 'None' : 'Available'}</td>
      <NumberCell>{error.seen.toLocaleString('en-US')}</NumberCell>
    </tr>
  );
}
