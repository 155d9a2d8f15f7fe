import { History } from 'lucide-react';
import type { AuditEntry } from '#contract/admin-logs.ts';
import { LOADING } from '#contract/common-texts.ts';
import { formatDateTime, formatExact } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import { failureWords } from '../failure-words.ts';
import { formatTaken } from '../format-size.ts';
import { auditDetails } from './audit-details.ts';
import { actorWords, auditWords, subjectWords } from './audit-words.ts';
import { useAudit } from './maintenance-query.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { ErrorText } from '#web/ui/error-text.tsx';

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
        <div className="adm-stale">
          <ErrorText>{words}</ErrorText>
        </div>
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

/** On a phone time and person stand below what was done. */
function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table label="Audit log" className="adm-table audit">
      <thead>
        <tr>
          <th scope="col" className="wide-only">
            Time
          </th>
          <th scope="col" className="wide-only">
            Who
          </th>
          <th scope="col">What</th>
          <th scope="col" className="wide-only">
            Whom or what
          </th>
          <th scope="col">Outcome</th>
          <NumberHead className="wide-only">Duration</NumberHead>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ entry }: { entry: AuditEntry }) {
  const who = actorWords(entry);
  const whom = subjectWords(entry);
  const time = formatDateTime(entry.timestamp);
  return (
    <tr>
      <td className={cx(typography.tabular, 'wide-only')} title={formatExact(entry.timestamp)}>
        {time}
      </td>
      <td className="long wide-only" title={who}>
        {who}
      </td>
      <td className="what">
        {auditWords(entry)}
        <Details lines={auditDetails(entry)} />
        <span className={cx(typography.small, typography.tertiary, 'wrap-anywhere narrow-only')}>
          {entry.subject !== null && <span className="block">{whom}</span>}
          {time} by {who}
        </span>
      </td>
      <td className={cx('long', typography.secondary, 'wide-only')} title={entry.subject ?? undefined}>
        {whom}
      </td>
      <td>
        <Badge tone={entry.outcome === 'done' ? 'ok' : 'bad'}>{entry.outcome === 'done' ? 'Done' : 'Failed'}</Badge>
      </td>
      <NumberCell className="wide-only">{entry.durationMs === null ? '–' : formatTaken(entry.durationMs)}</NumberCell>
    </tr>
  );
}

function Details({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className={cx('block', typography.small, typography.tertiary, 'wrap-anywhere')}>
      {line}
    </span>
  ));
}
