import './charts.css';

const FULL = 22;
const LEAST = 2;

/** One bar per stretch of time, oldest first, the highest at full height. */
export function Beats({ values, label }: { values: readonly number[]; label: string }) {
  const highest = Math.max(...values, 1);
  const bars = values.map((value, i) => ({ at: i * 5, height: Math.max(LEAST, (value / highest) * FULL) }));
  const width = Math.max(values.length * 5 - 2, 1);
  return (
    <svg className="beats" width={width} height={FULL} viewBox={`0 0 ${width} ${FULL}`} role="img" aria-label={label}>
      {bars.map(({ at, height }) => (
        <rect key={at} x={at} y={FULL - height} width="3" height={height} rx="1" />
      ))}
    </svg>
  );
}
