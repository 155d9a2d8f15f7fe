const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** The smallest round number that holds a value and has a whole number as its half. */
export function chartTop(value: number): number {
  for (let unit = 1; ; unit *= 10) {
    const top = STEPS.map((step) => Math.round(step * unit)).find((each) => each >= value && each % 2 === 0);
    if (top !== undefined) return top;
  }
}

/** "950", "1.5k", "2M": short enough for the edge of a chart. */
export const shortCount = (value: number) => compact.format(value).replace('K', 'k');

export const fullCount = (value: number) => value.toLocaleString('en-US');

/** Drawings need no more than tenths of a pixel. */
export const tenth = (value: number) => Math.round(value * 10) / 10;
