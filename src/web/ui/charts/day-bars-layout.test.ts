import { describe, expect, it } from 'vitest';
import { describeDays } from './day-bars.tsx';
import { layOutDays } from './day-bars-layout.ts';
import { chartTop, shortCount } from './scale.ts';

const days = (...counts: number[]) =>
  counts.map((count, i) => ({ day: `2026-03-${String(i + 1).padStart(2, '0')}`, count }));

describe('the scale', () => {
  it.each([
    [0, 2],
    [2, 2],
    [3, 4],
    [11, 12],
    [21, 24],
    [101, 120],
    [2_710, 3_000],
    [1_284_310, 1_600_000],
  ])('of %i ends at %i', (value, top) => {
    expect(chartTop(value)).toBe(top);
  });

  it.each([
    [0, '0'],
    [950, '950'],
    [1_500, '1.5k'],
    [2_000_000, '2M'],
  ])('says %i as %s', (value, said) => {
    expect(shortCount(value)).toBe(said);
  });
});

describe('the days', () => {
  it('stand side by side inside the width, today apart', () => {
    const drawn = layOutDays(days(12, 0, 24), 334);
    expect(drawn.bars).toEqual([
      { day: '2026-03-01', x: 52, y: 80, width: 64, height: 74, isLast: false },
      { day: '2026-03-03', x: 252, y: 6, width: 64, height: 148, isLast: true },
    ]);
    expect(drawn.ticks.map(({ label }) => label)).toEqual(['0', '12', '24']);
  });

  it('have numbers only, without any day and before the width is known', () => {
    expect(JSON.stringify(layOutDays([], 0))).not.toMatch(/NaN|Infinity|null/);
  });

  it('are told in one sentence', () => {
    expect(describeDays('Sign-ups', 'sign-ups', days(3, 9, 1))).toBe(
      'Sign-ups: 13 sign-ups, most on Mar 2 with 9, 1 today.',
    );
  });
});
