const STEPS = [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10];
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** Upper end of an axis: the next round number whose half is an integer. */
export function chartTop(value: number): number {
  for (let unit = 1; ; unit *= 10) {
    const top = STEPS.map((step) => Math.round(step * unit)).find((each) => each >= value && each % 2 === 0);
    if (top !== undefined) return top;
  }
}

/** "950", "1.5k", "2M": short enough for an axis. */
export const shortCount = (value: number) => compact.format(value).replace('K', 'k');

export const fullCount = (value: number) => value.toLocaleString('en-US');

/** Rounded to tenths of a pixel, which keeps paths short. */
export const tenth = (value: number) => Math.round(value * 10) / 10;
