import { expect, test } from 'vitest';
import { randomPooled } from './random.ts';

test('no bytes are given out twice, over many fillings and in all sizes', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 3_000; n += 1) seen.add(randomPooled(8 + (n % 25)).toString('hex', 0, 8));
  expect(seen.size).toBe(3_000);
});

test('what was given out is its own: later calls do not change it', () => {
  const first = randomPooled(16);
  const copy = first.toString('hex');
  for (let n = 0; n < 1_000; n += 1) randomPooled(16);
  expect(first.toString('hex')).toBe(copy);
});

test('more than is fetched at a time is made as well, and none of it is left out', () => {
  const bytes = randomPooled(10_000);
  expect(bytes).toHaveLength(10_000);
  expect(new Set(bytes.subarray(9_000)).size).toBeGreaterThan(100);
});
