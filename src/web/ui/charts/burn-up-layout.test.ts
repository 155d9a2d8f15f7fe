import { describe, expect, it } from 'vitest';
import { layOutBurnUp, roundTop } from './burn-up-layout.ts';

const points = (...values: [done: number, scope: number][]) =>
  values.map(([done, scope], i) => ({ at: i, done, scope }));

describe('the scale', () => {
  it.each([
    [0, 2],
    [2, 2],
    [3, 4],
    [19, 20],
    [21, 40],
    [41, 50],
    [101, 200],
    [4_100, 5_000],
    [10_001, 20_000],
  ])('of %i ends at %i', (value, top) => {
    expect(roundTop(value)).toBe(top);
    expect(Number.isInteger(top / 2)).toBe(true);
  });
});

describe('the drawing', () => {
  it('stays inside its width and keeps done below scope', () => {
    const drawn = layOutBurnUp(points([0, 10], [4, 10], [8, 16]), 300);
    expect(drawn.doneLine).toBe('M26 92L160 74.8L294 57.6');
    expect(drawn.scopeLine).toBe('M26 49H160V49H294V23.2');
    expect(drawn.now).toEqual({ x: 294, y: 57.6 });
    expect(drawn.ticks.map(({ label }) => label)).toEqual(['0', '10', '20']);
  });

  it('has numbers only, without points and before its width is known', () => {
    const drawn = layOutBurnUp([], 0);
    expect(JSON.stringify(drawn)).not.toMatch(/NaN|Infinity|null/);
  });
});
