import { History } from 'lucide-react';
import type { AuditEntry } from '#contract/admin-logs.ts';
import { LOADING } from '#contract/texts.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/labels.tsx';
import { LoadingState, Skeleton, useDelayedFlag } from '#web/ui/loading.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Table } from '#web/ui/surfaces.tsx';
import { failureWords } from '../failure-words.ts';
import { formatTaken } from '../format-size.ts';
import { auditWords } from './audit-words.ts';
import { useAudit } from './maintenance-query.ts';

const FETCH_FAILED = 'Failed to fetch the audit log';
const LOAD_FAILED = 'Failed to load the audit log';

/** What was done, by whom and to whom; nothing in it can be changed. */
export function AuditLog() {
  const audit = useAudit();
  const loading = useDelayedFlag(audit.isPending);
  if (loading)
    return (
      <LoadingState text={LOADING} className="adm-wait">
        <Skeleton height={320} width="100%" />
      </LoadingState>
    );
  const words = failureWords(audit.error, FETCH_FAILED, LOAD_FAILED);
  if (!audit.data)
    return audit.isError ? (
      <ErrorState message={words} retrying={audit.isFetching} onRetry={() => void audit.refetch()} />
    ) : null;
  const entries = audit.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <EmptyState icon={History} title="Nothing has been recorded yet" />;
  return (
    <>
      <AuditTable entries={entries} />
      {audit.isError && (
        <p className="err adm-stale" role="alert">
          {words}
        </p>
      )}
      {audit.hasNextPage && (
        <div className="pager">
          <Button busy={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </>
  );
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table label="Audit log" className="adm-table">
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">On whom</th>
          <th scope="col">Outcome</th>
          <th scope="col" className="r">
            Duration
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className="num">{formatDateTime(entry.timestamp)}</td>
            <td>{whoDid(entry.actor)}</td>
            <td>{auditWords(entry.action)}</td>
            <td className="t2">{entry.subject ?? '–'}</td>
            <td>
              <Badge tone={entry.outcome === 'done' ? 'ok' : 'bad'}>
                {entry.outcome === 'done' ? 'Done' : 'Failed'}
              </Badge>
            </td>
            <td className="r">{entry.durationMs === null ? '–' : formatTaken(entry.durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Who deleted the own account has no name any more. */
const whoDid = ({ kind, name }: AuditEntry['actor']) => {
  if (name !== '') return name;
  return kind === 'system' ? 'Baton' : 'Somebody';
};
