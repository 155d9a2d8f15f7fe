import type { ErrorEntry } from '#contract/admin-logs.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Badge } from '#web/ui/labels.tsx';
import { Table } from '#web/ui/surfaces.tsx';
import { CATEGORIES, wordOf } from './error-filter.ts';
import { LevelBadge } from './level-badge.tsx';

const COLUMNS = ['Timestamp', 'Level', 'Category', 'Message', 'Status', 'Context'];

export interface ErrorTableProps {
  errors: readonly ErrorEntry[];
  onOpen: (id: string) => void;
}

export function ErrorTable({ errors, onOpen }: ErrorTableProps) {
  return (
    <Table label="Errors" className="adm-table errors">
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col" className="r">
            Seen
          </th>
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
      <td className="num">{formatDateTime(error.timestamp)}</td>
      <td>
        <LevelBadge level={error.level} />
      </td>
      <td>{wordOf(CATEGORIES, error.category)}</td>
      <td className="message">
        <button type="button" className="trunc" title={error.message} aria-haspopup="dialog">
          {error.message}
        </button>
      </td>
      <td>
        <Badge tone={error.resolved ? 'ok' : 'warn'}>{error.resolved ? 'Resolved' : 'Unresolved'}</Badge>
      </td>
      <td className="t2">{error.context === null ? 'None' : 'Available'}</td>
      <td className="r">{error.seen.toLocaleString('en-US')}</td>
    </tr>
  );
}
