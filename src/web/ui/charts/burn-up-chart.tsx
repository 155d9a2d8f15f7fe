import { useState } from 'react';
import type { BurnUpPoint } from './burn-up.ts';
import { CHART_HEIGHT, layOutBurnUp } from './burn-up-layout.ts';
import { AsTableButton, ChartCanvas, SpanNames } from './chart-canvas.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';
import { formatCount } from '../format-count.ts';
import { SectionTitle } from '../section-title.tsx';
import { DenseTable, NumberCell, NumberHead } from '../table.tsx';
import styles from './burn-up-chart.module.css';
import drawing from './chart-drawing.module.css';

const UNMEASURED = 470;
const shortDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

export interface BurnUpChartProps {
  title: string;
  points: readonly BurnUpPoint[];
  /** While a baton is held the last point is highlighted. */
  held: boolean;
}

/** Done against scope over the last days, as a drawing or as a table. */
export function BurnUpChart({ title, points, held }: BurnUpChartProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={styles.chart} aria-label={title}>
      <div className={cx(layout.row, layout.gap12, styles.header)}>
        <SectionTitle className={typography.truncate}>{title}</SectionTitle>
        <span className={styles.legend} aria-hidden="true">
          <span className={styles.entry}>
            <i className={styles.done} />
            Done
          </span>
          <span className={styles.entry}>
            <i className={styles.scope} />
            Scope
          </span>
          {held && (
            <span className={styles.entry}>
              <i className={styles.now} />
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
            <path className={drawing.axis} d={`M${drawn.left} ${y}H${drawn.right}`} />
            <text x={drawn.left - 6} y={y + 3.5} textAnchor="end">
              {label}
            </text>
          </g>
        ))}
        <path className={drawing.area} d={drawn.doneArea} />
        <path className={drawing.scope} d={drawn.scopeLine} />
        <path className={drawing.line} d={drawn.doneLine} />
        {held && <circle className={drawing.now} cx={drawn.now.x} cy={drawn.now.y} r="4.5" />}
        <SpanNames {...drawn} y={drawn.textY} names={[dayOf(points[0]), dayOf(middle), 'Today']} />
      </>
    );
  };
  const label = describeBurnUp(title, points);
  return <ChartCanvas label={label} height={CHART_HEIGHT} unmeasured={UNMEASURED} draw={draw} />;
}

function BurnUpTable({ points }: { points: readonly BurnUpPoint[] }) {
  return (
    <DenseTable>
      <thead>
        <tr>
          <th scope="col">End of</th>
          <NumberHead mono>Done</NumberHead>
          <NumberHead mono>Scope</NumberHead>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point, i) => (
          <tr key={point.at}>
            <th scope="row">{i === 0 ? 'Now' : dayOf(point)}</th>
            <NumberCell>{formatCount(point.done)}</NumberCell>
            <NumberCell>{formatCount(point.scope)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </DenseTable>
  );
}

// A point at midnight is the end of the day before.
const dayOf = (point: BurnUpPoint | undefined) => (point ? shortDate.format(point.at - 1) : '');

/** Text alternative of the chart. */
function describeBurnUp(title: string, points: readonly BurnUpPoint[]): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return `${title}: nothing to show.`;
  const [from, to] = [first, last].map(({ done, scope }) => ({ done: formatCount(done), scope: formatCount(scope) }));
  if (!from || !to) return '';
  const scope = from.scope === to.scope ? `scope stayed at ${to.scope}` : `scope ${from.scope} to ${to.scope}`;
  return `${title}: ${to.done} of ${to.scope} tasks are done; done went from ${from.done} to ${to.done}, ${scope}.`;
}
