import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import { cx } from '#web/ui/cx.ts';
import { isShown, type TimelineFilters } from '../filters.ts';
import styles from './relay-chart.module.css';
import type { Pill, RelayDrawing } from './relay-layout.ts';

const T = TIMELINE_TEXTS.relay;
/** Room that the words beside the held pill take. */
const WORDS = 100;

interface RelayOverlayProps {
  drawing: RelayDrawing;
  next: readonly { number: number; title: string }[];
  filters: TimelineFilters;
}

/** Handovers, marks and what is next: no targets, so that the pills below keep the pointer. */
export function RelayOverlay({ drawing, next, filters }: RelayOverlayProps) {
  const { passes, marks, now, height, next: places, pills } = drawing;
  const held = pills.filter(({ tone }) => tone === 'held');
  return (
    <g className={styles.above} aria-hidden="true">
      {now !== undefined && <path className={styles.now} d={`M${now} ${(held[0]?.y ?? 40) + 20}V${height - 24}`} />}
      {passes.map(({ to, path }) => (
        <path key={to.id} className={cx(styles.pass, !isShown(to, filters) && styles.faded)} d={path} />
      ))}
      {marks.map(({ entry, x, y }) => (
        <g key={entry.id} className={isShown(entry, filters) ? undefined : styles.faded}>
          <circle className={styles.waits} cx={x} cy={y} r={6} />
          <path
            className={styles.sign}
            d={
              entry.kind === 'blocked'
                ? `M${x} ${y - 3}v3.4M${x} ${y + 2.8}v.1`
                : `M${x - 1.7} ${y - 1.4}a1.7 1.7 0 1 1 2.4 1.5c-.5.3-.7.5-.7.9M${x} ${y + 3}v.1`
            }
          />
        </g>
      ))}
      {held.map((pill) => (
        <text key={pill.id} className={styles.holds} x={pill.x + pill.width} y={wordsY(pill, drawing)} textAnchor="end">
          {T.holds}
        </text>
      ))}
      {places.map(({ x, y, width }, place) => (
        <rect key={x} className={styles.next} x={x} y={y + 0.75} width={width} height={11.5} rx={5.75}>
          <title>
            {T.next}: T{next[place]?.number} {next[place]?.title}
          </title>
        </rect>
      ))}
    </g>
  );
}

/** Above the marks where there is one beside the pill. */
function wordsY({ x, y, width }: Pill, { marks }: RelayDrawing): number {
  const right = x + width;
  const isTaken = marks.some((mark) => mark.y === y - 13 && mark.x > right - WORDS && mark.x < right + 8);
  return y - (isTaken ? 25 : 10);
}
