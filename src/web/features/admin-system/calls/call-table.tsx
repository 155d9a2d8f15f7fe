import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { CallLogEntry } from '#contract/admin-logs.ts';
import { formatExactMs } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import { formatSize } from '../format-size.ts';
import { callTime, shortProject, statusTone, statusWords } from './call-words.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

export interface CallTableProps {
  calls: readonly CallLogEntry[];
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
}

export function CallTable({ calls, opened, onOpen }: CallTableProps) {
  return (
    <Table label="Calls" className="adm-table">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Command</th>
          <th scope="col" className="wide-only">
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
    </Table>
  );
}

/** The whole row answers the pointer; the button in it is for the keyboard. */
function Row({ call, isOpen, onToggle }: { call: CallLogEntry; isOpen: boolean; onToggle: () => void }) {
  const now = useNow();
  return (
    <tr data-link="" onClick={onToggle}>
      <td className={typography.tabular} title={formatExactMs(call.inserted_at)}>
        {callTime(call.inserted_at, now)}
      </td>
      <td className="long" title={call.command}>
        <button type="button" className={cx('fold', typography.mono)} aria-expanded={isOpen}>
          <ChevronRight />
          <span className={typography.truncate}>{call.command}</span>
        </button>
      </td>
      <td className={cx(typography.mono, typography.secondary, 'wide-only')}>{shortProject(call.project_id)}</td>
      <td>
        <Badge tone={statusTone(call.status_code)}>{call.status_code}</Badge>
      </td>
      <NumberCell>{call.response_time_ms.toLocaleString('en-US')} ms</NumberCell>
    </tr>
  );
}

function Details({ call }: { call: CallLogEntry }) {
  return (
    <tr className="details">
      <td colSpan={5}>
        <Facts
          items={[
            { name: 'User', value: <Caller id={call.user_id} email={call.user_email} /> },
            { name: 'Agent', value: call.agent },
            { name: 'Time', value: formatExactMs(call.inserted_at) },
            { name: 'Status', value: statusWords(call.status_code) },
            { name: 'Answer size', value: formatSize(call.bytes_out) },
            { name: 'Project', value: <ProjectId id={call.project_id} /> },
          ]}
        />
      </td>
    </tr>
  );
}

/** A call without a valid key is nobody's. */
function Caller({ id, email }: { id: string | null; email: string | null }) {
  if (id === null) return <span className={typography.tertiary}>None</span>;
  return (
    <Link className={typography.link} to={paths.adminUser(id)}>
      {email ?? id}
    </Link>
  );
}

function ProjectId({ id }: { id: string | null }) {
  if (id === null) return <span className={typography.tertiary}>None</span>;
  return (
    <span className="request-id">
      <span className={cx(typography.mono, typography.small)}>{id}</span>
      <CopyButton value={id} label="Copy project id" />
    </span>
  );
}
