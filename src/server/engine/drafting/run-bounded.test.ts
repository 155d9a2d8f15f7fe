import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runBounded } from './run-bounded.ts';

test('so many jobs run at once and no more, and their results keep their places', async () => {
  let running = 0;
  const seen: number[] = [];
  const results = await runBounded(3, [5, 1, 4, 2, 3, 0], async (turns) => {
    running += 1;
    seen.push(running);
    for (let turn = 0; turn <= turns; turn += 1) await setImmediate();
    running -= 1;
    return turns * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30, 0]);
  expect(Math.max(...seen)).toBe(3);
});

test('after a failure no job begins, those under way finish, and the first failure is told', async () => {
  const begun: number[] = [];
  const finished: number[] = [];
  const running = runBounded(2, [1, 2, 3, 4], async (item) => {
    begun.push(item);
    await setImmediate();
    if (item === 1) throw new Error('the first');
    await setImmediate();
    finished.push(item);
  });
  await expect(running).rejects.toThrow('the first');
  expect(begun).toEqual([1, 2]);
  expect(finished).toEqual([2]);
});
