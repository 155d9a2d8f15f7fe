import './charts.css';
import { Lane } from '#web/ui/progress.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';

export interface LaneRow {
  id: string;
  name: string;
  done: number;
  total: number;
  /** The baton is in this row. */
  active: boolean;
  pressed: boolean;
}

/** One lane per row, each a control that is on or off; widths tell sizes apart. */
export function LaneRows({
  rows,
  label,
  onToggle,
}: {
  rows: readonly LaneRow[];
  label: string;
  onToggle: (id: string) => void;
}) {
  const largest = Math.max(...rows.map(({ total }) => total), 1);
  return (
    <ul className="lane-rows" aria-label={label}>
      {rows.map(({ id, name, done, total, active, pressed }) => (
        <li key={id}>
          <button type="button" aria-pressed={pressed} onClick={() => onToggle(id)}>
            <span className={typography.truncate}>{name}</span>
            <span className="lane-box">
              <span style={{ width: `${Math.max((total / largest) * 100, 4)}%` }}>
                <Lane blocks={[{ total, done, active }]} label={active ? 'The baton is here' : ''} />
              </span>
            </span>
            <span className={cx(typography.mono, typography.micro, typography.tertiary)}>
              {done}/{total}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
