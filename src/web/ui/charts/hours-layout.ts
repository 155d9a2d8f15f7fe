import { chartTop, shortCount, tenth } from './scale.ts';

export interface Hour {
  /** Start of the hour. */
  at: string;
  calls: number;
  errors: number;
}

const EDGE = { left: 34, right: 4, top: 6, bottom: 110, stripTop: 126, stripBottom: 154, text: 172 };
export const HOURS_HEIGHT = 176;
/** Every sixth hour gets a label, and the last one. */
const NAMED = 6;

export interface HoursDrawing {
  left: number;
  right: number;
  textY: number;
  ticks: { y: number; label: string }[];
  /** The completed hours. */
  line: string;
  area: string;
  /** To the current hour, which is incomplete. */
  open: string;
  bars: { x: number; y: number; width: number; height: number }[];
  names: { x: number; index: number; anchor: 'start' | 'middle' | 'end' }[];
}

/** Calls as a line, errors in a strip of their own below: on a second axis they would look like a share of the calls. */
export function layOutHours(hours: readonly Hour[], width: number): HoursDrawing {
  const right = Math.max(width - EDGE.right, EDGE.left + 1);
  const last = hours.length - 1;
  const slot = (right - EDGE.left) / Math.max(hours.length, 1);
  const x = (i: number) => tenth(EDGE.left + (i + 0.5) * slot);
  const top = chartTop(Math.max(...hours.map(({ calls }) => calls), 0));
  const y = (calls: number) => tenth(EDGE.bottom - (calls / top) * (EDGE.bottom - EDGE.top));
  const most = Math.max(...hours.map(({ errors }) => errors), 1);
  const tall = (errors: number) => tenth((errors / most) * (EDGE.stripBottom - EDGE.stripTop));

  const points = hours.map(({ calls }, i) => `${x(i)} ${y(calls)}`);
  const over = points.slice(0, -1).join('L');
  return {
    left: EDGE.left,
    right,
    textY: EDGE.text,
    ticks: [
      ...[0, top / 2, top].map((value) => ({ y: y(value), label: shortCount(value) })),
      { y: EDGE.stripBottom, label: '0' },
      { y: EDGE.stripTop, label: shortCount(most) },
    ],
    line: last > 0 ? `M${over}` : '',
    area: last > 0 ? `M${over}V${EDGE.bottom}H${x(0)}Z` : '',
    open: last > 0 ? `M${points[last - 1] ?? ''}L${points[last] ?? ''}` : '',
    bars: hours.flatMap(({ errors }, i) => {
      // At least one pixel, so that a single error is visible.
      const height = Math.max(tall(errors), 1);
      const bar = { x: tenth(x(i) - slot * 0.32), y: EDGE.stripBottom - height, width: tenth(slot * 0.64), height };
      return errors > 0 ? [bar] : [];
    }),
    names: named(hours.length).map((index) => ({ index, ...placeName(index) })),
  };

  function placeName(index: number): { x: number; anchor: 'start' | 'middle' | 'end' } {
    if (index === last) return { x: right, anchor: 'end' };
    return index === 0 ? { x: EDGE.left, anchor: 'start' } : { x: x(index), anchor: 'middle' };
  }
}

const named = (count: number) =>
  Array.from({ length: count }, (_, i) => i).filter((i) => i % NAMED === 0 || i === count - 1);
