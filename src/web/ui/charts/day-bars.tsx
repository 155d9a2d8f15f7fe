import { cx } from '../cx.ts';
import { ChartCanvas, Grid, SpanNames } from './chart-canvas.tsx';
import { ChartCard } from './chart-card.tsx';
import drawing from './chart-drawing.module.css';
import { type Day, DAYS_HEIGHT, layOutDays } from './day-bars-layout.ts';
import { fullCount } from './scale.ts';

const UNMEASURED = 380;
const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export interface DayBarsProps {
  title: string;
  /** What is counted: "sign-ups". */
  unit: string;
  days: readonly Day[];
  empty: string;
}

export function DayBars({ title, unit, days, empty }: DayBarsProps) {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartCard
      title={title}
      aside={total > 0 && <b>{fullCount(total)}</b>}
      empty={total === 0 ? empty : undefined}
      columns={['Day', `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`]}
      rows={days
        .toReversed()
        .map((day, i) => ({ name: i === 0 ? 'Today' : nameOf(day), values: [fullCount(day.count)] }))}
    >
      <Drawing days={days} label={describeDays(title, unit, days)} />
    </ChartCard>
  );
}

function Drawing({ days, label }: { days: readonly Day[]; label: string }) {
  const draw = (width: number) => {
    const drawn = layOutDays(days, width);
    return (
      <>
        <Grid {...drawn} />
        {drawn.bars.map(({ day, isLast, ...bar }) => (
          <rect key={day} className={cx(drawing.bar, isLast && drawing.latest)} rx={1.5} {...bar} />
        ))}
        <SpanNames
          {...drawn}
          y={drawn.textY}
          names={[nameOf(days[0]), nameOf(days[Math.floor(days.length / 2)]), 'Today']}
        />
      </>
    );
  };
  return <ChartCanvas label={label} height={DAYS_HEIGHT} unmeasured={UNMEASURED} draw={draw} />;
}

const nameOf = (day: Day | undefined) => (day ? dayName.format(new Date(`${day.day}T00:00:00Z`)) : '');

/** Text alternative of the chart. */
export function describeDays(title: string, unit: string, days: readonly Day[]): string {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const most = days.reduce<Day | undefined>((best, day) => (best && best.count >= day.count ? best : day), undefined);
  const today = days.at(-1)?.count ?? 0;
  return `${title}: ${fullCount(total)} ${unit}, most on ${nameOf(most)} with ${fullCount(most?.count ?? 0)}, ${fullCount(today)} today.`;
}
