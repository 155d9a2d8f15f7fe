import { formatNumber } from '#contract/counted.ts';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { RunView } from '#contract/relay.ts';
import { SectionTitle } from '#web/ui/section-title.tsx';
import { StatusGlyph } from '#web/ui/status-glyph.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './queue.module.css';

const SHOWN = 5;

type QueueProps = Pick<RunView, 'queue' | 'ready' | 'results'> & { onSelect: (taskId: string) => void };

/** What free agents take next, in the server's order. */
export function Queue({ queue, ready, results, onSelect }: QueueProps) {
  return (
    <section aria-label={T.next}>
      <SectionTitle className={styles.title}>
        {T.next} <span className={styles.count}>{formatNumber(ready)}</span>
      </SectionTitle>
      {queue.length === 0 && <p className={cx(typography.small, typography.tertiary)}>{T.nothingNext}</p>}
      <ol>
        {queue.slice(0, SHOWN).map((task, place) => {
          const isWaiting = task.waits_for.length > 0;
          const tries = results.find(({ task_id: id }) => id === task.id)?.tries;
          return (
            <li key={task.id}>
              <button type="button" className={styles.row} onClick={() => onSelect(task.id)}>
                <span className={styles.place}>{isWaiting ? '' : place + 1}</span>
                <StatusGlyph status="open" label="open" />
                <span className={styles.number}>T{task.number}</span>
                <span className={cx(typography.truncate, isWaiting && typography.tertiary)}>{task.title}</span>
                {isWaiting ? (
                  <span className={styles.why}>{T.after(task.waits_for)}</span>
                ) : (
                  task.try > 1 && <span className={cx(styles.why, styles.again)}>{T.try(task.try, tries)}</span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
