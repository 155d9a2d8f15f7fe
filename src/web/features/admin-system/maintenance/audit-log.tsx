import { History } from 'lucide-react';
import type { AuditEntry } from '#contract/admin-logs.ts';
import { LOADING } from '#contract/common-texts.ts';
import { formatDateTime, formatExact } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx';
import { NumberCell, NumberHead } from '#web/ui/table.tsx';
import table from '../admin-table.module.css';
import { AdminTable } from '../admin-table.tsx';
import { failureWords } from '../failure-words.ts';
import { formatTaken } from '../format-size.ts';
import { PaddedPart, StaleWords } from '../page-parts.tsx';
import { auditDetails } from './audit-details.ts';
import { actorWords, auditWords, subjectWords } from './audit-words.ts';
import { useAudit } from './maintenance-query.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './audit-log.module.css';

const FETCH_FAILED = 'Failed to fetch the audit log';
const LOAD_FAILED = 'Failed to load the audit log';

export function AuditLog() {
  const audit = useAudit();
  const loading = useDelayedFlag(audit.isPending);
  if (loading)
    return (
      <PaddedPart>
        <LoadingState text={LOADING}>
          <Skeleton height={320} width="100%" />
        </LoadingState>
      </PaddedPart>
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
      {audit.isError && <StaleWords>{words}</StaleWords>}
      {audit.hasNextPage && (
        <div className={styles.foot}>
          <Button busy={audit.isFetchingNextPage} onClick={() => void audit.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </>
  );
}

/** On a phone time and person are below the action. */
function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <AdminTable label="Audit log">
      <thead>
        <tr>
          <th scope="col" className={table.wideOnly}>
            Time
          </th>
          <th scope="col" className={table.wideOnly}>
            Who
          </th>
          <th scope="col">What</th>
          <th scope="col" className={table.wideOnly}>
            Affected
          </th>
          <th scope="col">Outcome</th>
          <NumberHead className={table.wideOnly}>Duration</NumberHead>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </AdminTable>
  );
}

function Row({ entry }: { entry: AuditEntry }) {
  const who = actorWords(entry);
  const whom = subjectWords(entry);
  const time = formatDateTime(entry.timestamp);
  return (
    <tr>
      <td className={cx(typography.tabular, table.wideOnly)} title={formatExact(entry.timestamp)}>
        {time}
      </td>
      <td className={cx(table.long, table.wideOnly)} title={who}>
        {who}
      </td>
      <td className={styles.what}>
        {auditWords(entry)}
        <Details lines={auditDetails(entry)} />
        <span className={cx(typography.small, typography.tertiary, styles.onPhone)} data-part="on-phone">
          {entry.subject !== null && <span className={styles.subject}>{whom}</span>}
          {time} by {who}
        </span>
      </td>
      <td className={cx(table.long, typography.secondary, table.wideOnly)} title={entry.subject ?? undefined}>
        {whom}
      </td>
      <td>
        <Badge tone={entry.outcome === 'done' ? 'ok' : 'bad'}>{entry.outcome === 'done' ? 'Done' : 'Failed'}</Badge>
      </td>
      <NumberCell className={table.wideOnly}>
        {entry.durationMs === null ? '–' : formatTaken(entry.durationMs)}
      </NumberCell>
    </tr>
  );
}

function Details({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className={cx(styles.detail, typography.small, typography.tertiary)}>
      {line}
    </span>
  ));
}
