import { cx } from '../cx.ts';
import styles from './beats.module.css';

const FULL = 22;
const LEAST = 2;

export interface BeatsProps {
  values: readonly number[];
  label: string;
  className?: string | undefined;
}

/** One bar per period, oldest first, scaled to the highest. */
export function Beats({ values, label, className }: BeatsProps) {
  const highest = Math.max(...values, 1);
  const bars = values.map((value, i) => ({ at: i * 5, height: Math.max(LEAST, (value / highest) * FULL) }));
  const width = Math.max(values.length * 5 - 2, 1);
  return (
    <svg
      className={cx(styles.beats, className)}
      width={width}
      height={FULL}
      viewBox={`0 0 ${width} ${FULL}`}
      role="img"
      aria-label={label}
    >
      {bars.map(({ at, height }) => (
        <rect key={at} x={at} y={FULL - height} width="3" height={height} rx="1" />
      ))}
    </svg>
  );
}
