import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import type { CallLogEntry } from '#contract/admin-logs.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Badge } from '#web/ui/labels.tsx';
import { Table } from '#web/ui/surfaces.tsx';
import { formatSize } from '../format-size.ts';
import { callTime, shortProject, statusTone } from './call-words.ts';

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
          <th scope="col">Project</th>
          <th scope="col">Status</th>
          <th scope="col" className="r">
            Response Time
          </th>
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
      <td className="num" title={formatDateTime(call.inserted_at)}>
        {callTime(call.inserted_at, now)}
      </td>
      <td>
        <button type="button" className="fold mono" aria-expanded={isOpen}>
          <ChevronRight />
          {call.command}
        </button>
      </td>
      <td className="mono t2">{shortProject(call.project_id)}</td>
      <td>
        <Badge tone={statusTone(call.status_code)}>{call.status_code}</Badge>
      </td>
      <td className="r">{call.response_time_ms.toLocaleString('en-US')} ms</td>
    </tr>
  );
}

function Details({ call }: { call: CallLogEntry }) {
  return (
    <tr className="details">
      <td colSpan={5}>
        <Facts
          items={[
            { name: 'Agent', value: call.agent },
            { name: 'Answer size', value: formatSize(call.bytes_out) },
            { name: 'Time', value: formatDateTime(call.inserted_at) },
            { name: 'Project', value: <ProjectId id={call.project_id} /> },
          ]}
        />
      </td>
    </tr>
  );
}

function ProjectId({ id }: { id: string | null }) {
  if (id === null) return <span className="t3">None</span>;
  return (
    <span className="request-id">
      <span className="mono small">{id}</span>
      <CopyButton value={id} label="Copy project id" />
    </span>
  );
}
