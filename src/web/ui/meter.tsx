import { cx } from './cx.ts';
import styles from './meter.module.css';

export interface MeterProps {
  value: number;
  max: number;
  label: string;
  /** Shown instead of "1 of 5", such as "Standard". */
  text?: string | undefined;
  /** Yellow at the limit, red above it. Default true. */
  warns?: boolean | undefined;
  thin?: boolean | undefined;
  className?: string | undefined;
}

export function Meter({ value, max, label, text, warns = true, thin, className }: MeterProps) {
  const share = max > 0 ? value / max : 0;
  const state = !warns || share < 1 ? undefined : share > 1 ? 'over' : 'full';
  return (
    <div
      className={cx(styles.meter, thin && styles.thin, className)}
      data-state={state}
      // The native meter element cannot be styled alike in all browsers.
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text ?? `${value} of ${max}`}
    >
      <i className={styles.filled} style={{ width: `${Math.min(1, share) * 100}%` }} />
    </div>
  );
}
