import { expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import type { Bus } from '#server/platform/bus.ts';
import { countMoves, forgetMoves } from './count-moves.ts';

test('moves are counted until they are written, also after many runs that ended before', () => {
  const bus = {} as Bus;
  for (let run = 0; run < 1_500; run += 1) countMoves(bus, newId(), [run]);
  const run = newId();
  countMoves(bus, run, [1]);
  expect([...countMoves(bus, run, [2])]).toEqual([1, 2]);
  forgetMoves(bus, run);
  expect([...countMoves(bus, run, [])]).toEqual([]);
});
