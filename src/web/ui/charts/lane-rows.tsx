import { Lane } from '../lane.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';
import { formatCount } from '../format-count.ts';
import styles from './lane-rows.module.css';

export interface LaneRow {
  id: string;
  name: string;
  done: number;
  total: number;
  /** The baton is in this lane. */
  active: boolean;
  pressed: boolean;
}

export interface LaneRowsProps {
  rows: readonly LaneRow[];
  label: string;
  onToggle: (id: string) => void;
  className?: string | undefined;
}

/** One toggle button per lane; its width shows its size. */
export function LaneRows({ rows, label, onToggle, className }: LaneRowsProps) {
  const largest = Math.max(...rows.map(({ total }) => total), 1);
  return (
    <ul className={cx(styles.rows, className)} aria-label={label}>
      {rows.map(({ id, name, done, total, active, pressed }) => (
        <li key={id}>
          <button type="button" className={styles.row} aria-pressed={pressed} onClick={() => onToggle(id)}>
            <span className={typography.truncate}>{name}</span>
            <span>
              <span className={styles.lane} style={{ width: `${Math.max((total / largest) * 100, 4)}%` }}>
                <Lane blocks={[{ total, done, active }]} label={active ? 'The baton is here' : ''} />
              </span>
            </span>
            <span className={cx(typography.mono, typography.micro, typography.tertiary, styles.count)}>
              {formatCount(done)}/{formatCount(total)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
