import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { RunWorker } from '#contract/run.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './tail.module.css';

const SHOWN = 6;
const PASSED = /^\s*(ok\b|✓|✔|PASS\b)/;

/** The last lines an agent printed, newest at the bottom. */
export function Tail({ worker, onRead }: { worker: RunWorker; onRead: () => void }) {
  const lines = lastLines(worker);
  return (
    <div className={styles.place}>
      {/* Scrolls sideways by keyboard, so it takes the focus; new lines are not announced: there are too many of them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.tail} role="log" aria-live="off" aria-label={T.tail(worker.name)} tabIndex={0}>
        {lines.length === 0 && <span>{T.noLines}</span>}
        {lines.map(({ at, text }) => (
          <span key={at} className={cx(PASSED.test(text) && styles.passed, at === worker.lines && styles.last)}>
            {text === '' ? ' ' : text}
          </span>
        ))}
      </div>
      <span className={styles.more}>
        <Button size="sm" variant="ghost" onClick={onRead}>
          {T.fullOutput}
        </Button>
      </span>
    </div>
  );
}

/** Each with its number, counted from the start of the run: a line keeps its element while it moves up. */
function lastLines({ tail, lines }: Pick<RunWorker, 'tail' | 'lines'>): { at: number; text: string }[] {
  if (tail === '') return [];
  const last = tail.replace(/\n$/, '').split('\n').slice(-SHOWN);
  return last.map((text, place) => ({ at: lines - last.length + place + 1, text }));
}
