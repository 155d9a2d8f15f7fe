import { LANES_TOP, LANE_HEIGHT, yOf } from './relay-layout.ts';
import { isFinished, type Lane, listLanes, type Stretch } from './stretch.ts';

/** Bars stand on a line below the middle of their lane. */
export const BARS_BELOW = 12;
const BAR_HEIGHT = 34;
const BOTTOM = 44;
const BARS_MAX = 120;

/** The work of one lane on one day, or in as many days as a bar stands for. */
export interface Bar {
  id: string;
  lane: number;
  from: number;
  to: number;
  x: number;
  y: number;
  width: number;
  height: number;
  ms: number;
  tasks: number;
  isHeld: boolean;
  stretches: readonly Stretch[];
  newest: Stretch;
}

export interface BarsDrawing {
  width: number;
  height: number;
  lanes: readonly Lane[];
  bars: readonly Bar[];
  labels: readonly { at: number; x: number; anchor: 'start' | 'middle' | 'end' }[];
}

const nextDay = (at: number, days: number) => new Date(at).setHours(24 * days, 0, 0, 0);

/** Over long times: for each agent a bar per day, as high as the time at work. */
export function layOutBars(stretches: readonly Stretch[], width: number, others: string): BarsDrawing {
  const lanes = listLanes(stretches, others);
  const first = new Date(stretches[0]?.from ?? 0).setHours(0, 0, 0, 0);
  const end = Math.max(...stretches.map(({ to }) => to), first);
  const days = Math.ceil((end - first) / 86_400_000) + 1;
  const daysABar = Math.ceil(days / BARS_MAX);
  const starts: number[] = [];
  for (let at = first; at <= end; at = nextDay(at, daysABar)) starts.push(at);
  const step = width / Math.max(1, starts.length);
  const found = lanes.flatMap((lane, place) =>
    starts.flatMap((from, index) => {
      const to = nextDay(from, daysABar);
      const own = stretches.filter((each) => lane.agents.has(each.agent) && each.to >= from && each.from < to);
      const newest = own.at(-1);
      if (newest === undefined) return [];
      return [
        {
          place,
          index,
          from,
          to,
          newest,
          stretches: own,
          ...sum(own, from, to),
          isHeld: own.some(({ tone }) => tone === 'held'),
        },
      ];
    }),
  );
  const most = Math.max(...found.map(({ ms }) => ms), 1);
  return {
    width,
    height: yOf(lanes.length - 1) + BOTTOM,
    lanes,
    bars: found.map(({ place, index, ms, ...bar }) => {
      const height = Math.max(3, (ms / most) * BAR_HEIGHT);
      return {
        ...bar,
        ms,
        id: `${place}:${bar.from}`,
        lane: place,
        x: index * step + step * 0.1,
        y: LANES_TOP + place * LANE_HEIGHT + BARS_BELOW - height,
        width: Math.max(2, Math.min(22, step * 0.8)),
        height,
      };
    }),
    labels: [
      { at: first, x: 0, anchor: 'start' },
      { at: starts[Math.floor(starts.length / 2)] ?? first, x: Math.floor(starts.length / 2) * step, anchor: 'middle' },
      { at: end, x: width, anchor: 'end' },
    ],
  };
}

function sum(stretches: readonly Stretch[], from: number, to: number) {
  const ms = stretches.reduce(
    (total, each) => total + Math.max(0, Math.min(each.to, to) - Math.max(each.from, from)),
    0,
  );
  const tasks = stretches.filter(({ entry, to: end }) => isFinished(entry) && end < to).length;
  return { ms, tasks };
}
