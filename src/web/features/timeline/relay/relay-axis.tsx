import { dayOf, formatHour, formatShortDay, nameDay } from '../times.ts';
import styles from './relay-chart.module.css';
import type { RelayDrawing } from './relay-layout.ts';

/** Days above, hours below, and a double stroke where hours are folded. */
export function RelayAxis({ drawing, now, hasHours }: { drawing: RelayDrawing; now: number; hasHours: boolean }) {
  const { ticks, days, scale, height, width } = drawing;
  const bottom = height - 24;
  const lastOf = (place: number) => days[place + 1]?.x ?? width;
  return (
    <>
      {(hasHours ? ticks : []).map(({ at, x }) => (
        <g key={at}>
          <path className={styles.grid} d={`M${x} 40V${bottom}`} />
          <text
            className={styles.tick}
            x={x}
            y={height - 8}
            textAnchor={x < 24 ? 'start' : x > width - 24 ? 'end' : 'middle'}
          >
            {formatHour(at)}
          </text>
        </g>
      ))}
      {days.map(({ at, x }, place) => {
        const room = lastOf(place) - x;
        if (room < 44) return null;
        return (
          <text key={at} className={styles.day} x={x} y={20}>
            {room > 170 ? nameDay(dayOf(at), now) : formatShortDay(at)}
          </text>
        );
      })}
      {scale.folds.map(({ from, x, width: wide }) => (
        <g key={from}>
          <rect className={styles.gap} x={x + wide / 2 - 7} y={34} width={14} height={bottom - 34} />
          <path
            className={styles.fold}
            d={`M${x + wide / 2 - 1} 34l-5 ${bottom - 34}M${x + wide / 2 + 7} 34l-5 ${bottom - 34}`}
          />
        </g>
      ))}
    </>
  );
}
