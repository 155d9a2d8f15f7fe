import { expect, test } from 'vitest';
import {
  type Ended,
  type Standing,
  type Tried,
  afterClient,
  mayAcceptUnchanged,
  mayResolve,
  mayTake,
  mayTryAgain,
  restUntil,
} from './rules.ts';

const ENDED: Ended = {
  state: 'held',
  reason: '',
  exitCode: 0,
  seconds: 300,
  hasWorked: true,
  hasStalled: false,
  limit: undefined,
  failure: undefined,
  complaint: undefined,
};
const TRIED: Tried = { try: 1, tries: 3, silent: 0, unchanged: 0, conflicts: 0 };
const NOW = new Date('2026-03-16T18:40:00Z');
const STANDING: Standing = {
  isStopping: undefined,
  isPaused: false,
  taken: 3,
  tasksMax: undefined,
  until: undefined,
  now: NOW,
  costUsd: 4,
  budget: undefined,
};

test('a client that ended without a word is started once more, and then its task is given back', () => {
  expect(afterClient(ENDED, TRIED)).toEqual({ do: 'again', why: 'silent', reason: 'ended without a word' });
  expect(afterClient(ENDED, { ...TRIED, try: 2, silent: 1 })).toMatchObject({ do: 'release', isQuick: false });
  expect(afterClient(ENDED, { ...TRIED, tries: 1 })).toMatchObject({ do: 'release' });
});

test('a client that hung is started once more and told so', () => {
  expect(afterClient({ ...ENDED, hasStalled: true, exitCode: null }, TRIED)).toMatchObject({
    do: 'again',
    why: 'stalled',
  });
});

test('a client that fails at once is not started again', () => {
  const quick = { ...ENDED, exitCode: 1, seconds: 2, hasWorked: false, failure: 'Invalid API key' };
  expect(afterClient(quick, TRIED)).toEqual({ do: 'release', reason: 'Invalid API key', isQuick: true });
  expect(afterClient({ ...quick, hasWorked: true }, TRIED)).toMatchObject({ do: 'again' });
  expect(afterClient({ ...quick, seconds: 11 }, TRIED)).toMatchObject({ do: 'again' });
});

test('a usage limit gives the task back and lets the agent rest, but not what was delivered before it', () => {
  const limit = { until: NOW, text: 'Limit reached, resets 3am' };
  expect(afterClient({ ...ENDED, limit, exitCode: 1 }, TRIED)).toEqual({
    do: 'rest',
    until: NOW,
    reason: 'Limit reached, resets 3am',
  });
  expect(afterClient({ ...ENDED, limit, state: 'delivered' }, TRIED)).toEqual({ do: 'check' });
});

test('what its agent said of the task counts more than how its program ended', () => {
  const crashed = { ...ENDED, exitCode: 139, hasStalled: true };
  for (const [state, outcome] of [
    ['skipped', 'skipped'],
    ['asked', 'asked'],
    ['blocked', 'blocked'],
    ['released', 'released'],
    ['done', 'done'],
  ] as const)
    expect(afterClient({ ...crashed, state }, TRIED)).toEqual({ do: 'over', outcome });
  expect(afterClient({ ...crashed, state: 'lost', reason: 'taken by Mira' }, TRIED)).toEqual({
    do: 'lost',
    reason: 'taken by Mira',
  });
});

test('nothing changed is accepted the second time, tries run out, and a conflict is handed back twice', () => {
  expect(mayAcceptUnchanged(TRIED)).toBe(false);
  expect(mayAcceptUnchanged({ ...TRIED, unchanged: 1 })).toBe(true);
  expect([1, 2, 3].map((number) => mayTryAgain({ ...TRIED, try: number }))).toEqual([true, true, false]);
  expect([0, 1, 2].map((conflicts) => mayResolve({ ...TRIED, conflicts }))).toEqual([true, true, false]);
});

test('no task is taken after a stop, the number of tasks, the time or the budget, and while paused', () => {
  expect(mayTake(STANDING)).toBe('yes');
  expect(mayTake({ ...STANDING, isPaused: true })).toBe('wait');
  expect(mayTake({ ...STANDING, isPaused: true, isStopping: 'finish' })).toBe('stopped');
  expect(mayTake({ ...STANDING, tasksMax: 3 })).toBe('tasks');
  expect(mayTake({ ...STANDING, tasksMax: 4 })).toBe('yes');
  expect(mayTake({ ...STANDING, until: NOW })).toBe('until');
  expect(mayTake({ ...STANDING, until: new Date(NOW.getTime() + 1) })).toBe('yes');
  expect(mayTake({ ...STANDING, budget: 4 })).toBe('budget');
  expect(mayTake({ ...STANDING, budget: 4.01 })).toBe('yes');
});

test('a rest lasts until the time that was said, else half an hour and longer each time', () => {
  const after = (ms: number) => new Date(NOW.getTime() + ms);
  expect(restUntil(after(7_200_000), 3, NOW)).toEqual(after(7_200_000));
  expect(restUntil(after(-1), 0, NOW)).toEqual(after(60_000));
  expect([0, 1, 9].map((rests) => restUntil(null, rests, NOW))).toEqual([
    after(1_800_000),
    after(3_600_000),
    after(4 * 3_600_000),
  ]);
});
