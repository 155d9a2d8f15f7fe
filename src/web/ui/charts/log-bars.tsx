import { ChartCanvas } from './chart-canvas.tsx';
import { ChartCard } from './chart-card.tsx';
import drawing from './chart-drawing.module.css';
import { layOutLogBars, logBarsHeight, type Timed } from './log-bars-layout.ts';
import { fullCount } from './scale.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';

const UNMEASURED = 380;
const LONGEST = 26;

export interface LogBarsProps {
  title: string;
  /** What the bars are, such as "p95, log scale". */
  aside: string;
  rows: readonly (Timed & { calls: number })[];
  empty: string;
}

/** Durations on a logarithmic scale, each with its value. */
export function LogBars({ title, aside, rows, empty }: LogBarsProps) {
  return (
    <ChartCard
      title={title}
      aside={rows.length > 0 && <span className={cx(typography.small, typography.tertiary)}>{aside}</span>}
      empty={rows.length === 0 ? empty : undefined}
      columns={['Command', 'p95', 'Calls']}
      rows={rows.map(({ name, ms, calls }) => ({ name, values: [`${fullCount(ms)} ms`, fullCount(calls)] }))}
    >
      <Drawing rows={rows} label={describeTimes(title, rows)} />
    </ChartCard>
  );
}

function Drawing({ rows, label }: { rows: readonly Timed[]; label: string }) {
  const draw = (width: number) => {
    const drawn = layOutLogBars(rows, width);
    return (
      <>
        {drawn.bars.map((bar) => (
          <g key={bar.name}>
            <text className={drawing.name} x={0} y={bar.textY}>
              {bar.name.length > LONGEST ? `${bar.name.slice(0, LONGEST)}…` : bar.name}
            </text>
            <text className={drawing.value} x={width} y={bar.textY} textAnchor="end">
              {bar.said}
            </text>
            <rect className={drawing.track} x={0} y={bar.y} width={width} height={4} rx={2} />
            <rect className={drawing.filled} x={0} y={bar.y} width={bar.width} height={4} rx={2} />
          </g>
        ))}
        {drawn.ticks.map(({ x, label: text, anchor }) => (
          <text key={anchor} x={x} y={drawn.textY} textAnchor={anchor}>
            {text}
          </text>
        ))}
      </>
    );
  };
  return <ChartCanvas label={label} height={logBarsHeight(rows.length)} unmeasured={UNMEASURED} draw={draw} />;
}

/** Text alternative of the chart. */
function describeTimes(title: string, rows: readonly Timed[]): string {
  const all = rows.map(({ name, ms }) => `${name} ${fullCount(ms)} milliseconds`).join(', ');
  return `${title}: 95 of 100 calls stay under ${all}.`;
}
