import { expect, test } from 'vitest';
import { asPlan, mergeDraft, readFeatures } from '#test/merge-plans.ts';
import { newId } from '#server/platform/id.ts';
import { mergePlan } from './merge-plan.ts';
import { takeTurns } from './take-turns.ts';

test('work in turns lets others in between, and short work is done at once', async () => {
  let others = 0;
  let isOver = false;
  const turn = () => {
    others += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  function* work(steps: number, milliseconds: number) {
    for (let step = 0; step < steps; step += 1) {
      const end = performance.now() + milliseconds;
      while (performance.now() < end);
      yield;
    }
    return others;
  }
  expect(await takeTurns(work(3, 0))).toBe(0);
  expect(await takeTurns(work(5, 20))).toBeGreaterThanOrEqual(4);
  isOver = true;
});

test('a failure in one of the turns is handed on', async () => {
  function* work(): Generator<undefined, void, undefined> {
    yield;
    throw new Error('not this time');
  }
  await expect(takeTurns(work())).rejects.toThrow('not this time');
});

test('a plan of many tasks has many places where a merge can be put down, and none changes what was handed in', () => {
  const feature = (n: number) => `### Feature ${n}\n- R${n * 2 + 1}: one thing\n- R${n * 2 + 2}: another`;
  const prd = `## Part\n${Array.from({ length: 800 }, (_, n) => feature(n)).join('\n')}`;
  const plan = asPlan(mergeDraft({}, readFeatures(prd)));
  const before = structuredClone(plan);
  const theirs = readFeatures(prd.replaceAll('one thing', 'one more thing'));
  const mine = { plan, held: new Set<never>(), noted: new Set<never>(), deleted: [] };
  const steps = mergePlan(mine, theirs, { newId, now: new Date(0), nextNumber: 1_000 });
  let count = 0;
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    count += 1;
    expect(plan.tasks[count]).toEqual(before.tasks[count]);
  }
  expect(count).toBeGreaterThan(15);
  expect(plan).toEqual(before);
});
