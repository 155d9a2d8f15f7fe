import { ChevronLeft, History, Trash2 } from 'lucide-react';
import type { Checkpoint, CheckpointDiff } from '#contract/checkpoint.ts';
import { LOADING } from '#contract/common-texts.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { isSame, REASON_WORDS } from './checkpoint-words.ts';
import { useCheckpointDiff } from './queries.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { DialogActions } from '#web/ui/dialog.tsx';
import styles from './checkpoint-diff.module.css';

interface CheckpointDiffViewProps {
  projectId: string;
  checkpoint: Checkpoint;
  onBack: () => void;
  onRestore: (diff: CheckpointDiff) => void;
  onDelete: () => void;
}

/** Diff of the current plan against a checkpoint, with the actions restore and delete. */
export function CheckpointDiffView({ projectId, checkpoint, onBack, onRestore, onDelete }: CheckpointDiffViewProps) {
  const query = useCheckpointDiff(projectId, checkpoint.id);
  const lock = useEditLock();
  const loading = useDelayedFlag(query.isPending);
  const diff = query.data;
  return (
    <>
      <div className={cx(layout.row, layout.gap8, styles.header)}>
        <Button variant="ghost" size="sm" icon={<ChevronLeft />} onClick={onBack} data-autofocus="">
          All checkpoints
        </Button>
        <b className={typography.truncate}>{checkpoint.name}</b>
        <Badge className={styles.reason}>{REASON_WORDS[checkpoint.reason]}</Badge>
      </div>
      <p className={cx(typography.small, typography.tertiary)}>
        {checkpoint.author.name}, {formatDateTime(checkpoint.created_at)}
      </p>
      {query.isError && !diff && (
        <ErrorState
          heading="h3"
          message={messageOf(query.error, 'Failed to compare the checkpoint')}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {loading && !diff && (
        <LoadingState text={LOADING}>
          <div className={cx(layout.column, layout.gap12)}>
            <Skeleton width="60%" />
            <Skeleton width="75%" />
          </div>
        </LoadingState>
      )}
      {diff && <Changes diff={diff} />}
      <DialogActions>
        {lock && (
          <span className={cx(typography.small, typography.tertiary)} id="restore-reason">
            {lock.reason}
          </span>
        )}
        <Button
          variant="ghost"
          icon={<Trash2 />}
          disabled={lock !== undefined}
          aria-describedby={lock && 'restore-reason'}
          onClick={onDelete}
        >
          Delete…
        </Button>
        {diff && !isSame(diff) && (
          <Button
            icon={<History />}
            disabled={lock !== undefined}
            aria-describedby={lock && 'restore-reason'}
            onClick={() => onRestore(diff)}
          >
            Restore…
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const SIGN = { added: '+', removed: '−', changed: '~' };

function Changes({ diff }: { diff: CheckpointDiff }) {
  if (isSame(diff)) return <Notice tone="ok">Nothing has changed since this checkpoint.</Notice>;
  return (
    <>
      <p className={cx(layout.row, layout.gap8)} aria-label="Changes since the checkpoint">
        <Badge tone="ok">{diff.added} added</Badge>
        <Badge tone="bad">{diff.removed} removed</Badge>
        <Badge tone="info">{diff.changed} changed</Badge>
      </p>
      {/* A scroll container must be focusable to be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={cx(styles.changes, layout.scroll)} tabIndex={0} aria-label="What has changed">
        {diff.changes.map((change) => (
          <li key={`${change.what} ${change.id} ${change.label}`} data-kind={change.kind}>
            <span className={styles.sign} aria-hidden="true">
              {SIGN[change.kind]}
            </span>
            <div className={layout.grow}>
              <p>
                <span className={typography.visuallyHidden}>{change.kind}: </span>
                {change.label}
                {change.what !== 'task' && (
                  <span className={typography.tertiary}> · {change.what === 'task_list' ? 'list' : 'dependency'}</span>
                )}
              </p>
              {change.details.map((detail) => (
                <p key={detail} className={cx(typography.secondary, typography.small)}>
                  {detail}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {diff.left_out > 0 && (
        <p className={cx(typography.small, typography.tertiary)}>
          And {diff.left_out.toLocaleString('en-US')} more changes.
        </p>
      )}
    </>
  );
}
