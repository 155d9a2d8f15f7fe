import './charts.css';
import { useState } from 'react';
import type { BurnUpPoint } from './burn-up.ts';
import { CHART_HEIGHT, layOutBurnUp } from './burn-up-layout.ts';
import { AsTableButton, ChartCanvas, SpanNames } from './chart-canvas.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';

const UNMEASURED = 470;
const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

export interface BurnUpChartProps {
  title: string;
  points: readonly BurnUpPoint[];
  /** The baton is held: the last point is lit. */
  held: boolean;
}

/** Done against scope over the last days, as a drawing or as a table. */
export function BurnUpChart({ title, points, held }: BurnUpChartProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section className="burn-up" aria-label={title}>
      <div className={cx(layout.row, layout.gap12, 'burn-up-head')}>
        <h3 className={cx('lab', typography.truncate)}>{title}</h3>
        <span className={cx('legend', layout.pushEnd)} aria-hidden="true">
          <span>
            <i />
            Done
          </span>
          <span>
            <i className="scope" />
            Scope
          </span>
          {held && (
            <span>
              <i className="now" />
              Now
            </span>
          )}
        </span>
        <AsTableButton asTable={asTable} onChange={setAsTable} />
      </div>
      {asTable ? <BurnUpTable points={points} /> : <Drawing points={points} held={held} title={title} />}
    </section>
  );
}

function Drawing({ points, held, title }: BurnUpChartProps) {
  const draw = (width: number) => {
    const drawn = layOutBurnUp(points, width);
    const middle = points[Math.floor((points.length - 1) / 2)];
    return (
      <>
        {drawn.ticks.map(({ y, label }) => (
          <g key={label}>
            <path className="ax" d={`M${drawn.left} ${y}H${drawn.right}`} />
            <text x={drawn.left - 6} y={y + 3.5} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        <path className="done-area" d={drawn.doneArea} />
        <path className="scope-line" d={drawn.scopeLine} />
        <path className="done-line" d={drawn.doneLine} />
        {held && <circle className="now" cx={drawn.now.x} cy={drawn.now.y} r="4.5" />}
        <SpanNames {...drawn} y={drawn.textY} names={[dayOf(points[0]), dayOf(middle), 'Today']} />
      </>
    );
  };
  const label = describeBurnUp(title, points);
  return <ChartCanvas label={label} height={CHART_HEIGHT} unmeasured={UNMEASURED} draw={draw} />;
}

function BurnUpTable({ points }: { points: readonly BurnUpPoint[] }) {
  return (
    <table className="table chart-table">
      <thead>
        <tr>
          <th scope="col">End of</th>
          <th scope="col" className="r">
            Done
          </th>
          <th scope="col" className="r">
            Scope
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point, i) => (
          <tr key={point.at}>
            <th scope="row">{i === 0 ? 'Now' : dayOf(point)}</th>
            <td className="r">{point.done}</td>
            <td className="r">{point.scope}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// A point at midnight closes the day before it.
const dayOf = (point: BurnUpPoint | undefined) => (point ? shortDate.format(point.at - 1) : '');

/** The chart in one sentence. */
function describeBurnUp(title: string, points: readonly BurnUpPoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return `${title}: nothing to show.`;
  const scope = first.scope === last.scope ? `scope stayed at ${last.scope}` : `scope ${first.scope} to ${last.scope}`;
  return `${title}: ${last.done} of ${last.scope} tasks are done; done went from ${first.done} to ${last.done}, ${scope}.`;
}
