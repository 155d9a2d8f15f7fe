import { asImage } from './naming.ts';

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
