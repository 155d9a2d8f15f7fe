import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { addUser } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { allowancesOf } from './allowances.ts';
import { stepsOf } from './reservation.ts';
import { spendInMemory } from './spend-in-memory.ts';

let first: TestServices;
let second: TestServices;
let userId: Id;
beforeAll(async () => {
  first = await openTestServices();
  second = await openTestServices({ databaseUrl: first.databaseUrl });
});
afterAll(async () => {
  await second.dispose();
  await first.dispose();
});
beforeEach(async () => {
  userId = (await addUser(first)).id;
  second.clock.advance(first.now().getTime() - second.now().getTime());
});

const PLENTY = 1_000_000;
const isTaken = async (at: TestServices, steps: ReturnType<typeof stepsOf>) =>
  (await allowancesOf(at).take(userId, steps)) === undefined;
async function takeAll(at: TestServices, steps: ReturnType<typeof stepsOf>): Promise<number> {
  for (let count = 0; ; count += 1) if (!(await isTaken(at, steps))) return count;
}
const passes = (ms: number) => {
  for (const { clock } of [first, second]) clock.advance(ms);
};

describe('calls lent to a server', () => {
  test('are spent without a statement', async () => {
    const steps = stepsOf(PLENTY, 1_000);
    await isTaken(first, steps);
    const counting = countStatements(first.database.pool);
    for (let count = 0; count < 40; count += 1) expect(allowancesOf(first).take(userId, steps)).toBeUndefined();
    expect(counting.stop()).toEqual([]);
  });

  test.each([
    [PLENTY, 200],
    [200, PLENTY],
  ])('are all there are: %i an hour, %i a minute', async (perHour, perMinute) => {
    const steps = stepsOf(perHour, perMinute);
    expect(await takeAll(first, steps)).toBe(200);
  });

  test('are never more than there are, on two servers at once, and go back when one of them stops', async () => {
    const steps = stepsOf(PLENTY, 200);
    const one = Array.from({ length: 90 }, () => isTaken(first, steps));
    const other = Array.from({ length: 3 }, () => isTaken(second, steps));
    expect((await Promise.all([...one, ...other])).every(Boolean)).toBe(true);
    const rest = await takeAll(first, steps);
    expect(rest).toBeLessThan(107);
    expect(rest).toBeGreaterThan(95);
    await allowancesOf(second).close();
    expect(await takeAll(first, steps)).toBe(107 - rest);
  });

  test('lapse as fast as others could be saved up: one server that counts each call would have let in every one of them', async () => {
    const steps = stepsOf(PLENTY, 100);
    let wholeAt = 0;
    let [asked, taken] = [0, 0];
    for (let second_ = 0; second_ < 150; second_ += 1) {
      const now = first.now().getTime() * 1_000;
      // One server calls rarely and keeps its reserved calls; the other uses all it can get.
      const few = second_ % 7 === 0 ? [second] : [];
      const many = Array.from({ length: second_ % 5 === 0 ? 30 : 1 }, () => first);
      for (const at of [...few, ...many]) {
        asked += 1;
        if (!(await isTaken(at, steps))) continue;
        taken += 1;
        wholeAt = Math.max(wholeAt, now) + steps.minute;
        expect(wholeAt).toBeLessThanOrEqual(now + 60_000_000);
      }
      passes(1_000);
    }
    // A single counter would have admitted the 100 of the initial burst and what 150 seconds refill.
    expect(asked).toBeGreaterThan(1_000);
    expect(taken).toBeGreaterThan(0.9 * (100 + 250));
  });

  test('cost a key that calls now and then nothing: it has as many as it did call', async () => {
    const steps = stepsOf(40, PLENTY);
    for (let count = 0; count < 10; count += 1) {
      expect(await isTaken(first, steps)).toBe(true);
      passes(1_000);
    }
    expect(await takeAll(first, steps)).toBe(30);
  });

  test('are counted once, however many ask first at the same moment', async () => {
    const steps = stepsOf(PLENTY, 3);
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => isTaken(n % 2 === 0 ? first : second, steps)));
    expect(all.filter(Boolean)).toHaveLength(3);
  });
});

describe('a clock that is set back', () => {
  test.each([90_000, 3_600_000, 86_400_000])(
    'by %i ms keeps no key out for longer than its next call takes',
    async (ms) => {
      const steps = stepsOf(PLENTY, 6);
      expect(await takeAll(first, steps)).toBe(6);
      first.clock.advance(-ms);
      const full = await allowancesOf(first).take(userId, steps);
      const wait = full === undefined ? 0 : full.minute + steps.minute - 60_000_000 - first.now().getTime() * 1_000;
      first.clock.advance(ms);
      expect(wait).toBeLessThanOrEqual(steps.minute);
    },
  );

  test('ends a loan', async () => {
    const steps = stepsOf(PLENTY, 1_000);
    await isTaken(first, steps);
    first.clock.advance(-1);
    const counting = countStatements(first.database.pool);
    expect(await isTaken(first, steps)).toBe(true);
    first.clock.advance(1);
    expect(counting.stop()).toHaveLength(1);
  });

  test('does not keep a key out where nothing can be written either', () => {
    const steps = stepsOf(2, 2);
    const now = 1_800_000_000_000_000;
    expect([1, 2, 3].map(() => spendInMemory(userId, now, steps).taken)).toEqual([true, true, false]);
    const back = now - 3_600_000_000;
    const { hour } = spendInMemory(userId, back, steps);
    expect(hour - back).toBeLessThanOrEqual(3_600_000_000);
  });
});

describe('a clock that is set forward', () => {
  test('by half a minute, and back again, brings what half a minute brings and no more', async () => {
    const steps = stepsOf(PLENTY, 200);
    expect(await takeAll(first, steps)).toBe(200);
    first.clock.advance(30_000);
    expect(await takeAll(first, steps)).toBe(100);
    first.clock.advance(-30_000);
    expect(await takeAll(first, steps)).toBe(0);
    first.clock.advance(30_000);
    expect(await takeAll(first, steps)).toBe(0);
  });

  test('at one of two servers by a little lets neither have more', async () => {
    const steps = stepsOf(PLENTY, 200);
    second.clock.advance(1_500);
    let taken = 0;
    for (let turn = 0; turn < 20; turn += 1) taken += (await takeAll(first, steps)) + (await takeAll(second, steps));
    // The refill of one and a half seconds is the most that clock skew can add.
    expect(taken).toBeGreaterThanOrEqual(200);
    expect(taken).toBeLessThanOrEqual(205);
  });
});
