import type { BurnUpPoint } from './burn-up.ts';

const EDGE = { left: 26, right: 6, top: 6, bottom: 92, text: 110 };
export const CHART_HEIGHT = 114;
const STEPS = [2, 4, 6, 8, 10, 20, 40, 50, 60, 80, 100];

/** Upper end of an axis: the next round number whose half is an integer. */
export function roundTop(value: number): number {
  for (let unit = 1; ; unit *= 10) {
    const top = STEPS.find((step) => step * unit >= value);
    if (top !== undefined) return top * unit;
  }
}

export interface BurnUpDrawing {
  right: number;
  left: number;
  textY: number;
  ticks: { y: number; label: string }[];
  doneLine: string;
  doneArea: string;
  scopeLine: string;
  now: { x: number; y: number };
}

/** Paths for a chart of this width; scope is a step line, because it changes at once. */
export function layOutBurnUp(points: readonly BurnUpPoint[], width: number): BurnUpDrawing {
  const right = Math.max(width - EDGE.right, EDGE.left + 1);
  const top = roundTop(Math.max(...points.map(({ scope, done }) => Math.max(scope, done)), 0));
  const step = (right - EDGE.left) / Math.max(points.length - 1, 1);
  const x = (i: number) => round(EDGE.left + i * step);
  const y = (value: number) => round(EDGE.bottom - (value / top) * (EDGE.bottom - EDGE.top));

  const line = points.map(({ done }, i) => `${x(i)} ${y(done)}`).join('L');
  const scope = points.map((point, i) => (i === 0 ? `${x(i)} ${y(point.scope)}` : `H${x(i)}V${y(point.scope)}`));
  return {
    left: EDGE.left,
    right,
    textY: EDGE.text,
    ticks: [0, top / 2, top].map((value) => ({ y: y(value), label: value.toLocaleString('en-US') })),
    doneLine: `M${line}`,
    doneArea: `M${line}V${EDGE.bottom}H${EDGE.left}Z`,
    scopeLine: `M${scope.join('')}`,
    now: { x: x(points.length - 1), y: y(points.at(-1)?.done ?? 0) },
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
