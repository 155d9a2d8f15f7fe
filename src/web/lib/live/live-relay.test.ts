import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { FeedEvent } from '#contract/events.ts';
import type { RelayLine, RunView } from '#contract/relay.ts';
import type { RunWorker } from '#contract/run.ts';
import { buildResult, buildRun, buildRunView, buildWorker } from '#test/web/build-run.ts';
import { queryKeys } from '../net/query-keys.ts';
import { afterLines, hearRelay, hearRuns } from './live-relay.ts';

const KEY = queryKeys.relay('p1');
const AT = '2026-03-18T14:00:02.000Z';

function open(view: RunView) {
  const cache = new QueryClient();
  cache.setQueryData(KEY, view);
  const shown = () => cache.getQueryData<RunView>(KEY);
  const isStale = () => cache.getQueryState(KEY)?.isInvalidated ?? false;
  return { cache, shown, isStale };
}
const line = (worker: RunWorker | null, fields: Partial<RelayLine> = {}): RelayLine => ({
  run_id: buildRun().id,
  at: AT,
  worker,
  ...fields,
});
const event = (type: string, data: unknown) => ({ type, data, seq: 1 }) as FeedEvent;
const withWorkers = (...workers: RunWorker[]) => buildRunView({ runs: [{ run: buildRun(), workers }] });

test('a line changes the lane of its agent only, and a new agent gets the last one', () => {
  const before = withWorkers(buildWorker('a'), buildWorker('b'));
  const { cache, shown } = open(before);
  hearRelay(cache, 'p1', [line(buildWorker('b', { state: 'verifying' })), line(buildWorker('c'))]);
  const [live] = shown()?.runs ?? [];
  expect(live?.workers.map(({ name, state }) => `${name} ${state}`)).toEqual(['a working', 'b verifying', 'c working']);
  expect(live?.workers[0]).toBe(before.runs[0]?.workers[0]);
});

test('a line that says nothing new leaves the run and its lanes as they are', () => {
  const before = withWorkers(buildWorker('a'));
  const { cache, shown } = open(before);
  hearRelay(cache, 'p1', [line(buildWorker('a')), line(null)]);
  expect(shown()?.runs[0]?.workers[0]).toBe(before.runs[0]?.workers[0]);
  expect(shown()?.runs[0]?.run).toBe(before.runs[0]?.run);
  hearRelay(cache, 'p1', [line(null, { at: '2026-03-18T14:00:06.000Z' })]);
  expect(shown()?.runs[0]?.run.last_beat_at).toBe('2026-03-18T14:00:06.000Z');
});

test('a line of an unknown run has the view read again', () => {
  const { cache, isStale } = open(withWorkers());
  hearRelay(cache, 'p1', [line(buildWorker('a'), { run_id: buildRun({ id: buildResult('r2').id }).id })]);
  expect(isStale()).toBe(true);
});

test('an answer that was asked for before a line does not take it back', () => {
  const { cache } = open(withWorkers(buildWorker('a')));
  hearRelay(cache, 'p1', [line(buildWorker('a', { state: 'merging' }))], 2_000);
  const old = withWorkers(buildWorker('a'));
  expect(afterLines(cache, 'p1', old, 1_000).runs[0]?.workers[0]?.state).toBe('merging');
  expect(afterLines(cache, 'p1', old, 3_000).runs[0]?.workers[0]?.state).toBe('working');
});

test('a run that begins takes the place of those that have ended', () => {
  const { cache, shown } = open(buildRunView({ runs: [{ run: buildRun({ ended_at: AT }), workers: [] }] }));
  const next = buildRun({ id: buildResult('r2').id });
  hearRuns(cache, 'p1', [event('run.started', next)]);
  expect(shown()?.runs.map(({ run }) => run.id)).toEqual(['r2']);
});

test('a result is counted once, and only where its run is shown', () => {
  const { cache, shown } = open(withWorkers());
  const result = buildResult('x');
  const other = buildResult('y', { run_id: buildResult('r2').id });
  hearRuns(cache, 'p1', [event('run.result', result), event('run.result', result), event('run.result', other)]);
  expect([shown()?.results.length, shown()?.results_total]).toEqual([1, 1]);
});

test('a run that was paused or has ended is shown so at once, with its agents', () => {
  const { cache, shown } = open(withWorkers(buildWorker('a')));
  hearRuns(cache, 'p1', [
    event('run.updated', buildRun({ is_paused: true })),
    event('run.ended', buildRun({ ended_at: AT })),
  ]);
  expect(shown()?.runs[0]).toMatchObject({ run: { ended_at: AT }, workers: [{ name: 'a' }] });
});
