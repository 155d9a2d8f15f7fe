import { Button } from '#web/ui/button.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './texts-pending.module.css';

/** Loading and error state of a task's texts. Delayed, so that a fast response shows no skeleton. */
export function TextsPending({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const isLate = useDelayedFlag(error === null, { delay: 300 });
  if (error !== null) {
    return (
      <div className={cx(layout.row, layout.gap8, typography.small)} role="alert">
        <span className={typography.secondary}>This task could not be loaded: {messageOf(error, 'no answer')}</span>
        <Button variant="ghost" size="sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  if (!isLate) return null;
  return (
    <LoadingState text="Loading the task…">
      <Skeleton width="92%" />
      <Skeleton width="78%" className={styles.line} />
      <Skeleton width="85%" className={styles.line} />
    </LoadingState>
  );
}
