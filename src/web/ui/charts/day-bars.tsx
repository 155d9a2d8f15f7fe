import { ChartCard } from './chart-card.tsx';
import { type Day, DAYS_HEIGHT, layOutDays } from './day-bars-layout.ts';
import { fullCount } from './scale.ts';
import { useWidth } from './use-width.ts';

const UNMEASURED = 380;
const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export interface DayBarsProps {
  title: string;
  /** What is counted: "sign-ups". */
  unit: string;
  days: readonly Day[];
  empty: string;
}

/** A count for each of the last days. */
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
  const [box, width = UNMEASURED] = useWidth<HTMLDivElement>();
  const drawn = layOutDays(days, width);
  return (
    <div ref={box} className="chart-box">
      <svg
        className="chart"
        width={width}
        height={DAYS_HEIGHT}
        viewBox={`0 0 ${width} ${DAYS_HEIGHT}`}
        role="img"
        aria-label={label}
      >
        {drawn.ticks.map((tick) => (
          <g key={tick.y}>
            <path className="ax" d={`M${drawn.left} ${tick.y}H${drawn.right}`} />
            <text x={0} y={tick.y + 3.5}>
              {tick.label}
            </text>
          </g>
        ))}
        {drawn.bars.map(({ day, isLast, ...bar }) => (
          <rect key={day} className={isLast ? 'bar hot' : 'bar'} rx={1.5} {...bar} />
        ))}
        <text x={drawn.left} y={drawn.textY}>
          {nameOf(days[0])}
        </text>
        <text x={(drawn.left + drawn.right) / 2} y={drawn.textY} textAnchor="middle">
          {nameOf(days[Math.floor(days.length / 2)])}
        </text>
        <text x={drawn.right} y={drawn.textY} textAnchor="end">
          Today
        </text>
      </svg>
    </div>
  );
}

const nameOf = (day: Day | undefined) => (day ? dayName.format(new Date(`${day.day}T00:00:00Z`)) : '');

/** The chart in one sentence. */
export function describeDays(title: string, unit: string, days: readonly Day[]): string {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const most = days.reduce<Day | undefined>((best, day) => (best && best.count >= day.count ? best : day), undefined);
  const today = days.at(-1)?.count ?? 0;
  return `${title}: ${fullCount(total)} ${unit}, most on ${nameOf(most)} with ${fullCount(most?.count ?? 0)}, ${fullCount(today)} today.`;
}
