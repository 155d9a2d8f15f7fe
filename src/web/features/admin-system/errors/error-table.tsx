import type { ErrorEntry } from '#contract/admin-logs.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { cx } from '#web/ui/cx.ts';
import { Badge } from '#web/ui/badge.tsx';
import { NumberCell, NumberHead } from '#web/ui/table.tsx';
import table from '../admin-table.module.css';
import { AdminTable } from '../admin-table.tsx';
import { CATEGORIES, wordOf } from './error-filter.ts';
import { LevelBadge } from './level-badge.tsx';
import typography from '#web/styles/typography.module.css';
import styles from './error-table.module.css';

/** On a phone only the columns that tell errors apart are shown; the sheet has the rest. */
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
    <AdminTable label="Errors">
      <thead>
        <tr>
          {COLUMNS.map(({ name, wide }) => (
            <th key={name} scope="col" className={wide ? table.wideOnly : undefined}>
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
    </AdminTable>
  );
}

/** The whole row is clickable. Focuses its button first, so that closing the sheet returns the focus there. */
function Row({ error, onOpen }: { error: ErrorEntry; onOpen: () => void }) {
  return (
    <tr
      data-link=""
      onClick={(event) => {
        event.currentTarget.querySelector('button')?.focus();
        onOpen();
      }}
    >
      <td className={cx(typography.tabular, table.wideOnly)}>{formatDateTime(error.timestamp)}</td>
      <td>
        <LevelBadge level={error.level} />
      </td>
      <td className={table.wideOnly}>{wordOf(CATEGORIES, error.category)}</td>
      <td className={styles.message}>
        <button
          type="button"
          className={cx(typography.truncate, styles.open)}
          title={error.message}
          aria-haspopup="dialog"
        >
          {error.message}
        </button>
      </td>
      <td className={table.wideOnly}>
        <Badge tone={error.resolved ? 'ok' : 'warn'}>{error.resolved ? 'Resolved' : 'Unresolved'}</Badge>
      </td>
      <td className={cx(typography.secondary, table.wideOnly)}>{error.context === null ? 'None' : 'Available'}</td>
      <NumberCell>{error.seen.toLocaleString('en-US')}</NumberCell>
    </tr>
  );
}
