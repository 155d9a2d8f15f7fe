import { cx } from './cx.ts';
import { asImage } from './naming.ts';

export interface LaneBlock {
  total: number;
  done: number;
  /** The baton is in this block. */
  active?: boolean | undefined;
}

export interface LaneProps {
  blocks: readonly LaneBlock[];
  label: string;
  /** Greyed, for what is archived. */
  quiet?: boolean | undefined;
}

/** One block per task list, as wide as it has tasks, filled by what is done, ember where the baton is. */
export function Lane({ blocks, label, quiet }: LaneProps) {
  const drawn = layOut(blocks.length > 0 ? blocks : [{ total: 1, done: 0 }]);
  return (
    <div className={cx('lane', quiet && 'quiet')} {...asImage(label)}>
      {drawn.map((block) => (
        <i key={block.start} style={{ flexGrow: block.size }}>
          <b style={{ width: block.filled }} />
          {block.active && <em style={{ left: block.filled, width: `${100 / block.size}%` }} />}
        </i>
      ))}
    </div>
  );
}

function layOut(blocks: readonly LaneBlock[]) {
  let start = 0;
  return blocks.map(({ total, done, active = false }) => {
    const size = Math.max(total, 1);
    const block = { start, size, active, filled: `${Math.min(100, (done / size) * 100)}%` };
    start += size;
    return block;
  });
}

export interface MeterProps {
  value: number;
  max: number;
  label: string;
  /** Said instead of "1 of 5", such as "Standard". */
  text?: string | undefined;
  /** Yellow at the limit, red above it. Default true. */
  warns?: boolean | undefined;
}

export function Meter({ value, max, label, text, warns = true }: MeterProps) {
  const share = max > 0 ? value / max : 0;
  const tone = warns && (share > 1 ? 'over' : share >= 1 && 'full');
  return (
    <div
      className={cx('meter', tone)}
      // The native element cannot be drawn alike in all browsers.
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={text ?? `${value} of ${max}`}
    >
      <i style={{ width: `${Math.min(1, share) * 100}%` }} />
    </div>
  );
}

const BAR = { step: 5, width: 3.5, full: 16, least: 1.5 };

/** Activity of the last days, oldest first. Decoration unless it has a label. */
export function Spark({ values, label }: { values: readonly number[]; label?: string | undefined }) {
  const highest = Math.max(...values, 1);
  const width = values.length * BAR.step;
  const bars = values.map((value, i) => ({
    x: i * BAR.step,
    height: Math.max(BAR.least, (value / highest) * BAR.full),
    fill: value > 0 ? 'var(--control)' : 'var(--n-6)',
  }));
  return (
    <svg width={width} height={BAR.full} viewBox={`0 0 ${width} ${BAR.full}`} {...asImage(label)}>
      {bars.map(({ x, height, fill }) => (
        <rect key={x} x={x} y={BAR.full - height} width={BAR.width} height={height} rx="1" fill={fill} />
      ))}
    </svg>
  );
}
