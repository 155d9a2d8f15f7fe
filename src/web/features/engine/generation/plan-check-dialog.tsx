import { useState } from 'react';
import type { PlanDiff } from '#contract/generation.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { LoadingState } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { DiffView } from './plan-diff.tsx';
import { isProviderFailure } from './use-generation.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './generation.module.css';

type Way = 'merge' | 'replace';

const WAYS = [
  { value: 'merge', label: 'Merge' },
  { value: 'replace', label: 'Replace' },
] as const;

const SAYS: Record<Way, string> = {
  merge:
    'Work that is finished, held, edited or has notes stays. New tasks are added, and tasks the PRD no longer covers are marked.',
  replace: 'New tasks replace the current ones. A checkpoint is taken first, and notes stay in the project’s All tab.',
};

export interface PlanCheckDialogProps {
  /** Undefined while the server compares. */
  diffs: { merge: PlanDiff; replace: PlanDiff } | undefined;
  error: Error | null;
  holders: readonly string[];
  onRetry: (embedded: boolean) => void;
  onDownload: () => void;
  onGenerate: (clearExisting: boolean) => void;
  onClose: () => void;
}

/** Asks before an existing plan is changed. Preselects merge, which keeps existing work. */
export function PlanCheckDialog({
  diffs,
  error,
  holders,
  onRetry,
  onDownload,
  onGenerate,
  onClose,
}: PlanCheckDialogProps) {
  const [way, setWay] = useState<Way>('merge');
  const replaces = way === 'replace';
  return (
    <Dialog
      open
      onClose={onClose}
      closeOutside={false}
      size="wide"
      title="What should happen to the current plan?"
      description={diffs && inThePlan(diffs.merge.today)}
      actions={
        <>
          <Button onClick={onClose} data-autofocus="">
            Cancel
          </Button>
          {diffs && (
            <Button variant={replaces ? 'danger' : 'primary'} onClick={() => onGenerate(replaces)}>
              {replaces ? 'Replace plan' : 'Merge into plan'}
            </Button>
          )}
        </>
      }
    >
      {error && <Failed error={error} onRetry={onRetry} />}
      {!error && !diffs && <Comparing />}
      {diffs && (
        <>
          <SegmentedControl
            className={styles.choice}
            label="What to do with the plan"
            options={WAYS}
            value={way}
            onChange={setWay}
          />
          <p className={typography.secondary}>{SAYS[way]}</p>
          <DiffView diff={diffs[way]} label={`Tasks, ${way}`} />
          {holders.map((name) => (
            <p key={name} className={styles.held}>
              <Dot tone="baton" pulse />
              <span>
                <b>{name}</b> holds the baton in this plan
              </span>
            </p>
          ))}
          <button
            type="button"
            className={cx(typography.link, typography.small, typography.secondary, styles.download)}
            onClick={onDownload}
          >
            Download the current plan as Markdown
          </button>
        </>
      )}
    </Dialog>
  );
}

function Comparing() {
  return (
    <LoadingState text="Comparing with the current plan…">
      <Skeleton height={52} width="100%" />
      <Skeleton height={140} width="100%" className={styles.nextSkeleton} />
    </LoadingState>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: (embedded: boolean) => void }) {
  return (
    <>
      <ErrorState
        heading="h3"
        message="The plans could not be compared."
        detail={messageOf(error, 'The server did not answer.')}
        onRetry={() => onRetry(false)}
      />
      {isProviderFailure(error) && (
        <Button className={styles.embedded} onClick={() => onRetry(true)}>
          Use the embedded planner
        </Button>
      )}
    </>
  );
}

function inThePlan({ tasks, done, notes }: PlanDiff['today']) {
  const count = (n: number, one: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : `${one}s`}`;
  return `In the plan now: ${count(tasks, 'task')}, ${done.toLocaleString('en-US')} of them done, and ${count(notes, 'note')}.`;
}
