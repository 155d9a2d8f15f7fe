import { describe, expect, it } from 'vitest';
import { describeHours } from './hours-chart.tsx';
import { layOutHours } from './hours-layout.ts';

const hours = (...values: [calls: number, errors: number][]) =>
  values.map(([calls, errors], i) => ({ at: new Date(2026, 2, 13, i).toISOString(), calls, errors }));

describe('the hours', () => {
  it('are a line up to the one under way, which is drawn apart', () => {
    const drawn = layOutHours(hours([0, 0], [10, 0], [5, 0]), 338);
    expect(drawn.line).toBe('M84 110L184 6');
    expect(drawn.area).toBe('M84 110L184 6V110H84Z');
    expect(drawn.open).toBe('M184 6L284 58');
    expect(drawn.bars).toEqual([]);
  });

  it('have three ticks for calls and two for the strip of errors, each on its own scale', () => {
    const drawn = layOutHours(hours([2_710, 1], [20, 140]), 338);
    expect(drawn.ticks.map(({ label }) => label)).toEqual(['0', '1.5k', '3k', '0', '140']);
    const [first, second] = drawn.bars;
    expect(second?.height).toBe(28);
    expect(first?.height).toBe(1);
  });

  it('name every sixth and the last', () => {
    const drawn = layOutHours(hours(...Array.from({ length: 24 }, (): [number, number] => [1, 0])), 600);
    expect(drawn.names.map(({ index }) => index)).toEqual([0, 6, 12, 18, 23]);
  });

  it('have numbers only, without any hour and before the width is known', () => {
    expect(JSON.stringify(layOutHours([], 0))).not.toMatch(/NaN|Infinity|null|undefined/);
  });
});

describe('the sentence', () => {
  it('names the busiest hour and the worst', () => {
    expect(describeHours('Calls', hours([5, 1], [1_200, 0], [7, 3]))).toMatch(
      /^Calls: 1,212 calls, most at 0?1:00(\sAM)? with 1,200; 4 failed, most at 0?2:00(\sAM)? with 3\.$/,
    );
  });

  it('says when nothing failed', () => {
    expect(describeHours('Calls', hours([5, 0]))).toMatch(
      /^Calls: 5 calls, most at (00:00|12:00\sAM) with 5; none failed\.$/,
    );
  });
});
