import type { ErrorEntry, ErrorOccurrence } from '#contract/admin-logs.ts';
import { failureToast, messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime, formatExact } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';
import { CopyableId } from '../copyable-id.tsx';
import { CATEGORIES, wordOf } from './error-filter.ts';
import { LevelBadge } from './level-badge.tsx';
import { useError, useSetResolved } from './errors-query.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './error-sheet.module.css';

export function ErrorSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useError(id);
  const loading = useDelayedFlag(found.isPending);
  return (
    <Dialog open side="right" title="Error" onClose={onClose}>
      {loading && <LoadingState text="Loading the error…" />}
      {found.isError && !found.data && (
        <ErrorState
          heading="h3"
          message={messageOf(found.error, 'The error could not be loaded')}
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
      {!loading && found.data && <Details error={found.data.error} occurrences={found.data.occurrences} />}
    </Dialog>
  );
}

function Details({ error, occurrences }: { error: ErrorEntry; occurrences: readonly ErrorOccurrence[] }) {
  return (
    <div className={styles.sheet}>
      <p className={styles.message}>{error.message}</p>
      <ResolveLine error={error} />
      <Facts
        items={[
          { name: 'Level', value: <LevelBadge level={error.level} /> },
          { name: 'Category', value: wordOf(CATEGORIES, error.category) },
          { name: 'Seen', value: error.seen === 1 ? 'Once' : `${error.seen.toLocaleString('en-US')} times` },
          { name: 'First seen', value: formatDateTime(error.firstSeen) },
          { name: 'Last seen', value: formatDateTime(error.timestamp) },
          { name: 'Request ID', value: <RequestId id={error.requestId} /> },
        ]}
      />
      <h3 className={styles.title}>Context</h3>
      <Context {...splitStack(error.context)} />
      <h3 className={styles.title}>Latest occurrences</h3>
      <ol>
        {occurrences.map((each) => (
          <li key={each.id} className={styles.time}>
            <span className={typography.tabular} title={formatExact(each.timestamp)}>
              {formatDateTime(each.timestamp)}
            </span>
            <RequestId id={each.requestId} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function ResolveLine({ error }: { error: ErrorEntry }) {
  const set = useSetResolved(error.id);
  const change = () =>
    set.mutate(!error.resolved, {
      onError: (failure) => {
        if (!isShownElsewhere(failure)) toast(failureToast(failure, 'The error could not be changed'));
      },
    });
  return (
    <div className={cx(layout.row, layout.gap8)}>
      <Badge tone={error.resolved ? 'ok' : 'warn'}>{error.resolved ? 'Resolved' : 'Unresolved'}</Badge>
      {error.resolved && error.resolvedBy !== null && (
        <span className={cx(typography.small, typography.tertiary)}>by {error.resolvedBy}</span>
      )}
      <span className={layout.grow} />
      <Button size="sm" variant={error.resolved ? 'second' : 'primary'} busy={set.isPending} onClick={change}>
        {error.resolved ? 'Reopen' : 'Resolve'}
      </Button>
    </div>
  );
}

const RequestId = ({ id }: { id: string | null }) => <CopyableId id={id} label={`Copy request ID ${id}`} />;

/** Rendered as text, never as markup: an error may contain what a user sent (XSS). */
function Context({ fields, stack }: { fields: object | null; stack: string | undefined }) {
  if (fields === null && stack === undefined) return <p className={typography.tertiary}>None</p>;
  return (
    <>
      {fields && <Box label="Context">{JSON.stringify(fields, null, 2)}</Box>}
      {stack !== undefined && <Box label="Stack">{stack}</Box>}
    </>
  );
}

function Box({ label, children }: { label: string; children: string }) {
  return (
    // A scroll container must be focusable, or it cannot be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={cx(styles.box, typography.mono, typography.small, layout.scroll)} tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}

/** The stack is taken out of the context: JSON would escape its line breaks. */
function splitStack(context: ErrorEntry['context']) {
  if (context === null || typeof context['stack'] !== 'string') return { fields: context, stack: undefined };
  const { stack, ...fields } = context;
  return { fields: Object.keys(fields).length > 0 ? fields : null, stack };
}
