import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { CallLogEntry } from '#contract/admin-logs.ts';
import { formatExactMs } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { NumberCell, NumberHead } from '#web/ui/table.tsx';
import { AdminTable } from '../admin-table.tsx';
import { CopyableId } from '../copyable-id.tsx';
import { formatSize } from '../format-size.ts';
import { callTime, shortProject, statusTone, statusWords } from './call-words.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import table from '../admin-table.module.css';
import styles from './call-table.module.css';

export interface CallTableProps {
  calls: readonly CallLogEntry[];
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
}

export function CallTable({ calls, opened, onOpen }: CallTableProps) {
  return (
    <AdminTable label="Calls">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Command</th>
          <th scope="col" className={table.wideOnly}>
            Project
          </th>
          <th scope="col">Status</th>
          <NumberHead>Response Time</NumberHead>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => {
          const isOpen = call.id === opened;
          return (
            <Fragment key={call.id}>
              <Row call={call} isOpen={isOpen} onToggle={() => onOpen(isOpen ? undefined : call.id)} />
              {isOpen && <Details call={call} />}
            </Fragment>
          );
        })}
      </tbody>
    </AdminTable>
  );
}

/** The whole row is clickable; the button inside makes it reachable by keyboard. */
function Row({ call, isOpen, onToggle }: { call: CallLogEntry; isOpen: boolean; onToggle: () => void }) {
  const now = useNow();
  return (
    <tr data-link="" onClick={onToggle}>
      <td className={typography.tabular} title={formatExactMs(call.inserted_at)}>
        {callTime(call.inserted_at, now)}
      </td>
      <td className={table.long} title={call.command}>
        <button type="button" className={cx(styles.toggle, typography.mono)} aria-expanded={isOpen}>
          <ChevronRight />
          <span className={cx(typography.truncate, styles.command)}>{call.command}</span>
        </button>
      </td>
      <td className={cx(typography.mono, typography.secondary, table.wideOnly)}>{shortProject(call.project_id)}</td>
      <td>
        <Badge tone={statusTone(call.status_code)}>{call.status_code}</Badge>
      </td>
      <NumberCell>{call.response_time_ms.toLocaleString('en-US')} ms</NumberCell>
    </tr>
  );
}

function Details({ call }: { call: CallLogEntry }) {
  return (
    <tr className={styles.details} data-part="details">
      <td colSpan={5}>
        <Facts
          items={[
            { name: 'User', value: <Caller id={call.user_id} email={call.user_email} /> },
            { name: 'Agent', value: call.agent },
            ...(call.key_name === null ? [] : [{ name: 'Key', value: call.key_name }]),
            { name: 'Time', value: formatExactMs(call.inserted_at) },
            { name: 'Status', value: statusWords(call.status_code) },
            { name: 'Response size', value: formatSize(call.bytes_out) },
            { name: 'Project', value: <CopyableId id={call.project_id} label="Copy project ID" /> },
          ]}
        />
      </td>
    </tr>
  );
}

/** A call without a valid key has no caller. */
function Caller({ id, email }: { id: string | null; email: string | null }) {
  if (id === null) return <span className={typography.tertiary}>None</span>;
  return (
    <Link className={typography.link} to={paths.adminUser(id)}>
      {email ?? id}
    </Link>
  );
}
