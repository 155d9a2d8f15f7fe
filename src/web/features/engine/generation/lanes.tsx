import { cx } from '#web/ui/cx.ts';
import type { GenerationRun } from '#web/lib/live/live-generation.ts';
import styles from './generation.module.css';

/** Widths in the proportions of an example plan: the drawing shows progress, not the content of the run. */
const ROWS = [
  [70, 40, 90, 30],
  [50, 80, 36],
  [96, 44, 60],
  [40, 60],
];
const LOOK = { filled: styles.filled, current: styles.current, empty: undefined } as const;
const BLOCKS = ROWS.flat().length;
const LANES = ROWS.map((row, i) => {
  const before = ROWS.slice(0, i).flat().length;
  return row.map((width, at) => ({ width, place: before + at }));
});

/** Without a percentage each progress message fills one block, except the last, which stays for the end. */
export function filledBlocks({ percent, steps }: Pick<GenerationRun, 'percent' | 'steps'>) {
  return percent === null ? Math.min(steps, BLOCKS - 1) : Math.floor((percent / 100) * BLOCKS);
}

/** Progress of the run as filling lanes; an indeterminate animation before the first message. */
export function GenerationLanes({ run }: { run: GenerationRun | undefined }) {
  const heard = run !== undefined && run.steps > 0;
  const filled = heard ? filledBlocks(run) : 0;
  const stateOf = (place: number) => (place < filled ? 'filled' : heard && place === filled ? 'current' : undefined);
  return (
    <div
      className={cx(styles.lanes, !heard && styles.breathing)}
      data-waiting={heard ? undefined : ''}
      role="img"
      aria-label="Plan lanes filling"
    >
      {LANES.map((lane) => (
        <div key={lane[0]?.place}>
          {lane.map(({ width, place }) => (
            <i
              key={place}
              data-block={stateOf(place)}
              className={cx(LOOK[stateOf(place) ?? 'empty'])}
              style={{ flexGrow: width }}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
