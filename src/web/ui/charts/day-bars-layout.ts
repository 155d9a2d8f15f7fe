import { chartTop, shortCount, tenth } from './scale.ts';

export interface Day {
  /** "2026-03-13", by UTC. */
  day: string;
  count: number;
}

const EDGE = { left: 34, right: 0, top: 6, bottom: 154, text: 172 };
export const DAYS_HEIGHT = 176;

export interface DayBarsDrawing {
  left: number;
  right: number;
  textY: number;
  ticks: { y: number; label: string }[];
  bars: { day: string; x: number; y: number; width: number; height: number; isLast: boolean }[];
}

/** One bar per day, the last one being today. */
export function layOutDays(days: readonly Day[], width: number): DayBarsDrawing {
  const right = Math.max(width - EDGE.right, EDGE.left + 1);
  const slot = (right - EDGE.left) / Math.max(days.length, 1);
  const top = chartTop(Math.max(...days.map(({ count }) => count), 0));
  const tall = (count: number) => tenth((count / top) * (EDGE.bottom - EDGE.top));
  return {
    left: EDGE.left,
    right,
    textY: EDGE.text,
    ticks: [0, top / 2, top].map((value) => ({ y: EDGE.bottom - tall(value), label: shortCount(value) })),
    bars: days.flatMap(({ day, count }, i) => {
      const height = Math.max(tall(count), 1);
      const x = tenth(EDGE.left + (i + 0.18) * slot);
      const isLast = i === days.length - 1;
      return count > 0 ? [{ day, x, y: EDGE.bottom - height, width: tenth(slot * 0.64), height, isLast }] : [];
    }),
  };
}
