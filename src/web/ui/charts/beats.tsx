import { cx } from '../cx.ts';
import styles from './beats.module.css';

const SIZES = { normal: { full: 22, bar: 3, step: 5 }, small: { full: 14, bar: 2, step: 3.5 } } as const;
const LEAST = 2;

export interface BeatsProps {
  values: readonly number[];
  label: string;
  /** In a line of text. */
  size?: keyof typeof SIZES | undefined;
  className?: string | undefined;
}

/** One bar per period, oldest first, scaled to the highest. */
export function Beats({ values, label, size = 'normal', className }: BeatsProps) {
  const { full, bar, step } = SIZES[size];
  const highest = Math.max(...values, 1);
  const bars = values.map((value, i) => ({ at: i * step, height: Math.max(LEAST, (value / highest) * full) }));
  const width = Math.max(values.length * step - (step - bar), 1);
  return (
    <svg
      className={cx(styles.beats, className)}
      width={width}
      height={full}
      viewBox={`0 0 ${width} ${full}`}
      role="img"
      aria-label={label}
    >
      {bars.map(({ at, height }) => (
        <rect key={at} x={at} y={full - height} width={bar} height={height} rx="1" />
      ))}
    </svg>
  );
}
