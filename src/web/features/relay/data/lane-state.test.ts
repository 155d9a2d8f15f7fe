import { describe, expect, test } from 'vitest';
import type { Baton } from '#contract/plan.ts';
import { buildResult, buildRun, buildRunView, buildWorker, freeWorker } from '#test/web/build-run.ts';
import { askedBy, countAtWork, isGone, lookOf, openLanes, toggleLane } from './lane-state.ts';
import { stepsOf } from './steps.ts';
import { newsBetween } from './use-relay-news.ts';

const NOW = Date.parse('2026-03-18T15:00:00.000Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1_000).toISOString();
const batonAt = (seconds: number) => ({ last_call_at: ago(seconds) }) as Baton;

describe('the look of a lane', () => {
  test.each([
    [buildWorker('a', { moved_at: ago(5) }), batonAt(900), 'held'],
    [buildWorker('a', { moved_at: ago(900) }), batonAt(5), 'held'],
    [buildWorker('a', { moved_at: ago(121) }), batonAt(500), 'quiet'],
    [buildWorker('a', { moved_at: null }), batonAt(601), 'stalled'],
    [buildWorker('a', { moved_at: ago(901), state: 'verifying' }), batonAt(901), 'held'],
    [buildWorker('a', { moved_at: null }), undefined, 'held'],
    [freeWorker('a', { moved_at: ago(900) }), undefined, 'free'],
    [buildWorker('a', { state: 'waiting_for_limit' }), undefined, 'free'],
  ])('is that of the newest sign of life: %#', (worker, baton, look) => {
    expect(lookOf(worker, baton, false, NOW)).toBe(look);
  });

  test('leads to its question while it has nothing else to do', () => {
    expect(lookOf(freeWorker('a'), undefined, true, NOW)).toBe('you');
    expect(lookOf(buildWorker('a', { moved_at: ago(1) }), undefined, true, NOW)).toBe('held');
  });
});

test('a run counts as gone after a minute without a beat, and never once it has ended', () => {
  expect(isGone(buildRun({ last_beat_at: ago(59) }), NOW)).toBe(false);
  expect(isGone(buildRun({ last_beat_at: ago(61) }), NOW)).toBe(true);
  expect(isGone(buildRun({ last_beat_at: ago(61), ended_at: ago(60) }), NOW)).toBe(false);
});

test('only agents with a task are at work, and only in runs that are', () => {
  const workers = [buildWorker('a'), freeWorker('b'), buildWorker('c')];
  const runs = [
    { run: buildRun(), workers },
    { run: buildRun({ ended_at: ago(1) }), workers },
  ];
  expect(countAtWork(buildRunView({ runs }))).toBe(2);
});

test('the newest question is found by run and agent', () => {
  const results = [
    buildResult('other', { outcome: 'asked', worker: 'codex-2' }),
    buildResult('newer', { outcome: 'asked' }),
    buildResult('older', { outcome: 'asked' }),
  ];
  expect(askedBy(results, 'r1', 'codex-1')?.id).toBe('newer');
  expect(askedBy(results, 'r2', 'codex-1')).toBeUndefined();
});

describe('folding', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];

  test('leaves the first four open, also when others join', () => {
    expect(openLanes(undefined, names.slice(0, 3))).toEqual(['a', 'b', 'c']);
    expect(openLanes(undefined, names)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('folds the one opened longest ago for a fifth', () => {
    const open = toggleLane(openLanes(undefined, names), 'f');
    expect(open).toEqual(['b', 'c', 'd', 'f']);
    expect(toggleLane(open, 'c')).toEqual(['b', 'd', 'f']);
    expect(openLanes(open, ['a', 'f']), 'agents that are gone hold no place').toEqual(['f']);
  });
});

describe('steps', () => {
  const run = buildRun();
  const said = (steps: ReturnType<typeof stepsOf>) => steps.map(({ label, state }) => `${label} ${state}`);

  test('name what runs, with its command and since when', () => {
    const steps = stepsOf(run, buildWorker('a', { state: 'verifying', since: ago(48) }));
    expect(said(steps)).toEqual(['Working past', 'Verifying now', 'Merging next']);
    expect(steps[1]).toMatchObject({ command: 'npm test', since: ago(48) });
    expect(said(stepsOf(run, buildWorker('a', { state: 'merging' })))).toEqual([
      'Working past',
      'Verified past',
      'Merging now',
    ]);
    expect(said(stepsOf(run, buildWorker('a', { state: 'setting_up' })))).toEqual([
      'Setting up now',
      'Working next',
      'Verifying next',
      'Merging next',
    ]);
  });

  test('leave out what the run does not do', () => {
    const bare = buildRun({ verify_command: null, is_merging: false });
    expect(said(stepsOf(bare, buildWorker('a')))).toEqual(['Working now']);
    expect(stepsOf(run, freeWorker('a'))).toEqual([]);
    expect(said(stepsOf(run, buildWorker('a', { state: 'stopping' })))).toEqual(['Stopping now']);
  });
});

test('what is said aloud are ends, results and new steps, not lines of output', () => {
  const before = buildRunView({ runs: [{ run: buildRun(), workers: [buildWorker('a'), buildWorker('b')] }] });
  const workers = [buildWorker('a', { state: 'verifying' }), buildWorker('b', { tail: 'more', lines: 3 })];
  const after = buildRunView({
    runs: [{ run: buildRun({ ended_at: ago(1), done: 2, failed: 1 }), workers }],
    results: [buildResult('x', { outcome: 'tried_again', reason: 'failed verification', try: 2 })],
  });
  expect(newsBetween(before, after)).toEqual([
    'The run has ended: 2 done, 1 failed.',
    'T23 failed verification, tried again 2/3',
    'a is verifying, T14',
  ]);
  expect(newsBetween(after, after)).toEqual([]);
});
