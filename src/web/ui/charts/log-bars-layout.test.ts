import { describe, expect, it } from 'vitest';
import { layOutLogBars, sayTime } from './log-bars-layout.ts';

const timed = (...times: number[]) => times.map((ms, i) => ({ name: `c${i}`, ms }));

describe('bars on a logarithmic scale', () => {
  it('grow by the same length for each power of ten', () => {
    const drawn = layOutLogBars(timed(100_000, 10_000, 1_000, 100, 10), 400);
    expect(drawn.bars.map(({ width }) => width)).toEqual([400, 300, 200, 100, 3]);
    expect(drawn.ticks.map(({ label }) => label)).toEqual(['10 ms', '1 s', '100 s']);
  });

  it('have a middle that is a power of ten as well', () => {
    expect(layOutLogBars(timed(900, 20), 400).ticks.map(({ label }) => label)).toEqual(['10 ms', '100 ms', '1 s']);
    expect(layOutLogBars(timed(30), 400).ticks.map(({ label }) => label)).toEqual(['10 ms', '100 ms', '1 s']);
  });

  it('stay inside the width whatever is measured', () => {
    for (const times of [[0], [1], [1, 1], [10, 10], [999_999_999, 0], []]) {
      const drawn = layOutLogBars(timed(...times), 300);
      expect(JSON.stringify(drawn)).not.toMatch(/NaN|Infinity|null/);
      expect(drawn.bars.every(({ width }) => width >= 3 && width <= 300)).toBe(true);
    }
  });

  it.each([
    [28, '28 ms'],
    [999, '999 ms'],
    [1_000, '1 s'],
    [41_200, '41.2 s'],
    [100_000, '100 s'],
    [1_000_000, '1,000 s'],
  ])('say %i as %s', (ms, said) => {
    expect(sayTime(ms)).toBe(said);
  });
});
