import { limitLine } from './limit-note.ts';
import { useSubscription } from './queries.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './generation-usage.module.css';

const NAME = 'Task generations this month';

/** How many generations are left, shown before one is started. */
export function GenerationUsage() {
  const { data } = useSubscription();
  if (!data) return null;
  const { used, limit, note, isReached } = limitLine(data, 'task_generations');
  if (limit === null) return isReached ? <p className={cx(typography.small, styles.reached)}>{note}</p> : null;
  return (
    <>
      <div className={cx(layout.row, typography.small)}>
        <span className={typography.secondary}>{NAME}</span>
        <span className={cx(layout.pushEnd, typography.tabular)}>
          <b>{used}</b> <span className={typography.tertiary}>/ {limit}</span>
        </span>
      </div>
      {isReached && <p className={cx(typography.small, styles.reached)}>{note}</p>}
    </>
  );
}
