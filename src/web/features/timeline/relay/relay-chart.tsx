import { useLayoutEffect, useMemo, useRef } from 'react';
import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import type { TimelineEntry } from '#contract/timeline.ts';
import { useWidth } from '#web/ui/charts/use-width.ts';
import type { TimelineFilters } from '../filters.ts';
import { formatShortDay, sayTime } from '../times.ts';
import { BARS_BELOW, layOutBars } from './bars-layout.ts';
import { itemsOfBars, itemsOfPills } from './make-items.ts';
import { RelayAxis } from './relay-axis.tsx';
import { RelayItems } from './relay-items.tsx';
import { LANE_HEIGHT, LANES_TOP, layOutRelay, yOf } from './relay-layout.ts';
import { RelayOverlay } from './relay-overlay.tsx';
import styles from './relay-chart.module.css';
import { count, describeRelay, type RelaySums } from './say-relay.ts';
import type { Lane, Stretch } from './stretch.ts';

const T = TIMELINE_TEXTS.relay;
const UNMEASURED = 960;
/** Narrower than this it scrolls sideways. */
const LEAST = 560;

export interface RelayChartProps {
  span: string;
  stretches: readonly Stretch[];
  /** Of the span, by the definitions of all numbers. */
  sums: RelaySums;
  next: readonly { number: number; title: string }[];
  mode: 'tasks' | 'runs' | 'days';
  filters: TimelineFilters;
  now: number;
  onShow: (entry: TimelineEntry) => void;
}

/** A lane per agent: who held the baton from when to when. */
export function RelayChart({ span, stretches, sums, next, mode, filters, now, onShow }: RelayChartProps) {
  const [box, measured = UNMEASURED] = useWidth<HTMLDivElement>();
  const width = Math.max(LEAST, measured);
  const scroller = useRef<HTMLDivElement>(null);
  // The newest is at the right end.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth;
  }, [width, span]);
  const drawing = useMemo(
    () =>
      mode === 'days'
        ? layOutBars(stretches, width, T.others)
        : layOutRelay({ stretches, width, isMerged: mode === 'runs', next: next.length, others: T.others }),
    [mode, stretches, width, next.length],
  );
  const items = 'bars' in drawing ? itemsOfBars(drawing, filters) : itemsOfPills(drawing, filters, now);
  const label = describeRelay(
    span,
    stretches,
    sums,
    drawing.lanes.map(({ name }) => name),
  );
  return (
    <div className={styles.chart} style={{ height: drawing.height }}>
      <LaneNames lanes={drawing.lanes} />
      <div ref={scroller} className={styles.scroll}>
        <div ref={box} className={styles.measure} />
        <svg
          width={width}
          height={drawing.height}
          viewBox={`0 0 ${width} ${drawing.height}`}
          role="group"
          aria-label={label}
        >
          {drawing.lanes.map((lane, place) => (
            <path
              key={lane.name}
              className={styles.lane}
              d={`M0 ${yOf(place) + (mode === 'days' ? BARS_BELOW : 0)}H${width}`}
            />
          ))}
          {'bars' in drawing ? (
            drawing.labels.map(({ at, x, anchor }) => (
              <text key={anchor} className={styles.tick} x={x} y={drawing.height - 8} textAnchor={anchor}>
                {formatShortDay(at)}
              </text>
            ))
          ) : (
            <RelayAxis drawing={drawing} now={now} hasHours={mode === 'tasks'} />
          )}
          <RelayItems items={items} onShow={onShow} />
          {'pills' in drawing && <RelayOverlay drawing={drawing} next={next} filters={filters} />}
        </svg>
      </div>
    </div>
  );
}

function LaneNames({ lanes }: { lanes: readonly Lane[] }) {
  return (
    <ul className={styles.names} style={{ paddingTop: LANES_TOP - LANE_HEIGHT / 2 }}>
      {lanes.map(({ name, tasks, ms }) => (
        <li key={name} className={styles.name} style={{ height: LANE_HEIGHT }}>
          <b title={name}>{name}</b>
          <span>
            {count(tasks, 'task', 'tasks')}, {sayTime(ms)}
          </span>
        </li>
      ))}
    </ul>
  );
}
