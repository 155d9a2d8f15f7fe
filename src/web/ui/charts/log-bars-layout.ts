import { tenth } from './scale.ts';

export interface Timed {
  name: string;
  ms: number;
}

const ROW = 33;
const AXIS = 18;

export const logBarsHeight = (rows: number) => rows * ROW + AXIS;

export interface LogBarsDrawing {
  ticks: { x: number; label: string; anchor: 'start' | 'middle' | 'end' }[];
  bars: { name: string; said: string; textY: number; y: number; width: number }[];
  textY: number;
}

/** Logarithmic scale: 30 ms and 40 s are both visible. */
export function layOutLogBars(rows: readonly Timed[], width: number): LogBarsDrawing {
  const powers = rows.map(({ ms }) => Math.log10(Math.max(ms, 1)));
  const low = Math.floor(Math.min(...powers, Infinity));
  const from = Number.isFinite(low) ? low : 0;
  const span = evenSpan(Math.ceil(Math.max(...powers, from)) - from);
  return {
    ticks: [
      { x: 0, label: sayTime(10 ** from), anchor: 'start' },
      { x: tenth(width / 2), label: sayTime(10 ** (from + span / 2)), anchor: 'middle' },
      { x: width, label: sayTime(10 ** (from + span)), anchor: 'end' },
    ],
    bars: rows.map(({ name, ms }, i) => ({
      name,
      said: sayTime(ms),
      textY: i * ROW + 12,
      y: i * ROW + 19,
      // A value at the lowest power would have no width.
      width: Math.max(tenth((((powers[i] ?? from) - from) / span) * width), 3),
    })),
    textY: rows.length * ROW + 12,
  };
}

/** An even number of powers, so that the middle of the axis is one too. */
const evenSpan = (powers: number) => Math.max(2, powers + (powers % 2));

/** "28 ms", "41.2 s". */
export function sayTime(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  return `${Number(seconds.toFixed(seconds < 100 ? 1 : 0)).toLocaleString('en-US')} s`;
}
