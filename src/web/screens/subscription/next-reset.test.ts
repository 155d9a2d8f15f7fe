import { expect, test } from 'vitest';
import { nextReset } from './next-reset.ts';

test('counters start again on the 1st, by UTC', () => {
  expect(nextReset(Date.UTC(2026, 2, 31, 23, 59))).toBe('Apr 1');
  expect(nextReset(Date.UTC(2026, 11, 5))).toBe('Jan 1');
});
