import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

test('an account has as many requests under way as it may, and the rest follow in order', async () => {
  const turns = createTurns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map(async (n) => {
    const end = await turns.take('one');
    begun.push(n);
    ends[n] = end;
  });
  await Promise.all(all.slice(0, 2));
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await all[2];
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.();
  await Promise.resolve();
  expect(begun, 'giving a place back twice gives one place').toEqual([0, 1, 2]);
  ends[0]?.();
  await all[3];
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('another account does not wait for it', async () => {
  const turns = createTurns(1);
  await turns.take('one');
  let waits = true;
  const late = turns.take('one').then(() => (waits = false));
  const end = await turns.take('two');
  end();
  await expect(turns.take('two')).resolves.toBeTypeOf('function');
  expect(waits).toBe(true);
  expect(late).toBeInstanceOf(Promise);
});
