import { ChartCanvas, Grid } from './chart-canvas.tsx';
import { ChartCard } from './chart-card.tsx';
import drawing from './chart-drawing.module.css';
import styles from './hours-chart.module.css';
import { type Hour, HOURS_HEIGHT, layOutHours } from './hours-layout.ts';
import { fullCount } from './scale.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';

const UNMEASURED = 640;
/** Whether an hour is "2 PM" or "14" follows the browser's locale, as everywhere. */
const { hour12 = true } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions();
const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: hour12 ? 'h12' : 'h23',
});

export interface HoursChartProps {
  title: string;
  hours: readonly Hour[];
  /** Shown instead of a chart without calls. */
  empty: string;
}

/** Calls per hour, with errors in a strip below; the last hour is incomplete. */
export function HoursChart({ title, hours, empty }: HoursChartProps) {
  const calls = sum(hours.map((hour) => hour.calls));
  const errors = sum(hours.map((hour) => hour.errors));
  return (
    <ChartCard
      title={title}
      aside={calls > 0 && <Totals calls={calls} errors={errors} />}
      empty={calls === 0 ? empty : undefined}
      columns={['Hour', 'Calls', 'Errors']}
      rows={hours.toReversed().map((hour) => ({
        name: clock.format(new Date(hour.at)),
        values: [fullCount(hour.calls), fullCount(hour.errors)],
      }))}
    >
      <Drawing hours={hours} label={describeHours(title, hours)} />
    </ChartCard>
  );
}

function Totals({ calls, errors }: { calls: number; errors: number }) {
  return (
    <>
      <span>
        <b>{fullCount(calls)}</b> <span className={cx(typography.tertiary, typography.small)}>calls</span>
      </span>
      <span className={errors > 0 ? styles.failed : typography.tertiary}>
        <b>{fullCount(errors)}</b>{' '}
        <span className={typography.small}>
          {errors === 1 ? 'error' : 'errors'}
          {errors > 0 && `, ${((errors / calls) * 100).toFixed(1)}%`}
        </span>
      </span>
    </>
  );
}

function Drawing({ hours, label }: { hours: readonly Hour[]; label: string }) {
  const draw = (width: number) => {
    const drawn = layOutHours(hours, width);
    return (
      <>
        <Grid {...drawn} />
        <path className={drawing.area} d={drawn.area} />
        <path className={drawing.line} d={drawn.line} />
        <path className={cx(drawing.line, drawing.underWay)} d={drawn.open} />
        {drawn.bars.map((bar) => (
          <rect key={bar.x} className={cx(drawing.bar, drawing.failed)} rx={1.5} {...bar} />
        ))}
        {drawn.names.map(({ x, index, anchor }) => (
          <text key={index} x={x} y={drawn.textY} textAnchor={anchor}>
            {timeOf(hours[index])}
          </text>
        ))}
      </>
    );
  };
  return <ChartCanvas label={label} height={HOURS_HEIGHT} unmeasured={UNMEASURED} draw={draw} />;
}

const timeOf = (hour: Hour | undefined) => (hour ? clock.format(new Date(hour.at)) : '');
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Text alternative of the chart. */
export function describeHours(title: string, hours: readonly Hour[]): string {
  const busiest = hours.reduce<Hour | undefined>(
    (most, hour) => (most && most.calls >= hour.calls ? most : hour),
    undefined,
  );
  const worst = hours.reduce<Hour | undefined>(
    (most, hour) => (most && most.errors >= hour.errors ? most : hour),
    undefined,
  );
  const calls = `${fullCount(sum(hours.map((hour) => hour.calls)))} calls, most at ${timeOf(busiest)} with ${fullCount(busiest?.calls ?? 0)}`;
  const errors = sum(hours.map((hour) => hour.errors));
  if (errors === 0) return `${title}: ${calls}; none failed.`;
  return `${title}: ${calls}; ${fullCount(errors)} failed, most at ${timeOf(worst)} with ${fullCount(worst?.errors ?? 0)}.`;
}
