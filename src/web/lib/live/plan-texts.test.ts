import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { packPlan } from '#test/pack-plan.ts';
import { resolveSession } from '../session/session.ts';
import { queryKeys } from '../net/query-keys.ts';
import { hasTexts, isBare } from './bare-rows.ts';
import { applyEvents } from './plan-cache.ts';
import type { PlanData } from './plan-data.ts';
import { lacksTexts, loadTexts } from './plan-texts.ts';
import { at, sampleEvent, sampleList, samplePlan, sampleTask } from '#test/web/sample-plan.ts';
import { unpackTree } from './unpack-tree.ts';

const KEY = queryKeys.plan('p1');
const full = samplePlan({
  tasks: ['t1', 't2', 't3'].map((id) => sampleTask(id, { description: `About ${id}` })),
  task_lists: [sampleList('l1', { operational_brief: 'Be brief', task_count: 3 })],
});

let cache: QueryClient;
let answer: (asked: Asked) => Response | Promise<Response>;
let server: ReturnType<typeof fakeFetch>;
const plan = () => cache.getQueryData<PlanData>(KEY) ?? unpackTree(packPlan(full));
const task = (id: string) => plan().tasks.get(id);
const textsOf = (ids: readonly string[], more: object = {}) =>
  success({
    tasks: full.tasks.filter(({ id }) => ids.includes(id)).map((row) => ({ ...row, ...more })),
    task_lists: full.task_lists,
  });
const idsOf = ({ path }: Asked) => new URL(path, 'http://here').searchParams.get('tasks')?.split(',') ?? [];
const asked = () => server.asked.filter(({ path }) => path.startsWith('/api/projects/p1/plan/texts'));

beforeEach(async () => {
  cache = new QueryClient();
  cache.setQueryData(KEY, unpackTree(packPlan(full)));
  answer = (call) => textsOf(idsOf(call));
  server = fakeFetch((call) =>
    call.path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer(call),
  );
  await resolveSession();
});

test('texts come into the plan when they are asked for, and once', async () => {
  expect(task('t1')).toMatchObject({ title: 'Task t1', description: '' });
  await Promise.all([loadTexts(cache, 'p1', ['t1', 't2']), loadTexts(cache, 'p1', ['t1'])]);
  expect(asked().map(idsOf)).toEqual([['t1', 't2']]);
  expect(task('t1')).toEqual(full.tasks[0]);
  expect(plan().lists.get('l1')).toEqual(full.task_lists[0]);
  expect(lacksTexts(plan(), 't3')).toBe(true);
  await loadTexts(cache, 'p1', ['t1', 't2']);
  expect(asked()).toHaveLength(1);
});

test('a text that is older than what the feed has told is asked for again', async () => {
  const patched = sampleEvent(11, 'task.patched', { id: 't1', status: 'wip', updated_at: at(5) });
  cache.setQueryData<PlanData>(KEY, applyEvents(plan(), [patched]));
  let calls = 0;
  answer = (call) => {
    calls += 1;
    return textsOf(idsOf(call), calls === 1 ? {} : { description: 'Newer', updated_at: at(5) });
  };
  await loadTexts(cache, 'p1', ['t1']);
  expect(calls).toBe(2);
  expect(task('t1')).toMatchObject({ status: 'wip', description: 'Newer' });
});

test('an event that brings the whole row leaves nothing to ask for but its list', async () => {
  const row = sampleTask('t1', { description: 'Told', updated_at: at(3) });
  const list = sampleList('l1', { operational_brief: 'Told too', updated_at: at(3) });
  const events = [sampleEvent(11, 'task.updated', row), sampleEvent(12, 'task_list.updated', list)];
  cache.setQueryData<PlanData>(KEY, applyEvents(plan(), events.slice(0, 1)));
  expect([isBare(task('t1')), lacksTexts(plan(), 't1')]).toEqual([false, true]);
  cache.setQueryData<PlanData>(KEY, applyEvents(plan(), events.slice(1)));
  expect(lacksTexts(plan(), 't1')).toBe(false);
});

test('a part of a row is laid over it, and what it does not name stays', async () => {
  await loadTexts(cache, 'p1', ['t1']);
  const part = { id: 't1', status: 'done', completed_at: at(7), is_completed: true, updated_at: at(7) };
  const events = [sampleEvent(11, 'task.patched', part), sampleEvent(12, 'task.patched', { id: 'gone', title: 'x' })];
  const after = applyEvents(plan(), events);
  expect(after.tasks.get('t1')).toEqual({ ...full.tasks[0], ...part });
  expect(after.tasks.has('gone')).toBe(false);
  expect(after.seq).toBe(12);
  const away = sampleEvent(13, 'task.patched', { id: 't1', deleted_at: at(8), updated_at: at(8) });
  expect(applyEvents(after, [away]).tasks.has('t1')).toBe(false);
});

test('a plan that is read again keeps the texts it has, and asks for those of changed rows only', async () => {
  await loadTexts(cache, 'p1', ['t1', 't2']);
  const tasks = full.tasks.map((row) => (row.id === 't2' ? { ...row, updated_at: at(9) } : row));
  const again = unpackTree(packPlan({ ...full, tasks, seq: 20 }), plan());
  expect(again.tasks.get('t1')).toEqual(full.tasks[0]);
  const t2 = again.tasks.get('t2');
  expect(t2).toMatchObject({ description: 'About t2', updated_at: at(9) });
  expect(t2 && [isBare(t2), hasTexts(t2)]).toEqual([true, true]);
});

test('a failure is told to whoever asked, and the next one asks again', async () => {
  answer = () => failure(500, 'The disk is full.');
  await expect(loadTexts(cache, 'p1', ['t1'])).rejects.toThrow('The disk is full.');
  answer = (call) => textsOf(idsOf(call));
  await loadTexts(cache, 'p1', ['t1']);
  expect(isBare(task('t1'))).toBe(false);
});

test('answers that stay too old for a while do not end the loading', async () => {
  let stale = 4;
  answer = (call) => {
    if (stale === 0) return textsOf(idsOf(call), { updated_at: at(5) });
    stale -= 1;
    return textsOf(idsOf(call));
  };
  const patched = sampleEvent(11, 'task.patched', { id: 't1', status: 'wip', updated_at: at(5) });
  cache.setQueryData<PlanData>(KEY, applyEvents(plan(), [patched]));
  await loadTexts(cache, 'p1', ['t1']);
  expect(asked()).toHaveLength(5);
  expect(isBare(task('t1'))).toBe(false);
});

test('loading ends when nobody waits for it any more', async () => {
  const patched = sampleEvent(11, 'task.patched', { id: 't1', status: 'wip', updated_at: at(5) });
  cache.setQueryData<PlanData>(KEY, applyEvents(plan(), [patched]));
  const leaving = new AbortController();
  answer = (call) => {
    if (asked().length === 3) leaving.abort();
    return textsOf(idsOf(call));
  };
  await loadTexts(cache, 'p1', ['t1'], leaving.signal);
  expect(asked()).toHaveLength(3);
  expect(isBare(task('t1'))).toBe(true);
});

test('more tasks than three requests hold are all loaded', async () => {
  const ids = Array.from({ length: 160 }, (_, i) => `m${i}`);
  const many = samplePlan({ tasks: ids.map((id) => sampleTask(id)), task_lists: full.task_lists });
  cache.setQueryData(KEY, unpackTree(packPlan(many)));
  answer = (call) => success({ tasks: idsOf(call).map((id) => sampleTask(id)), task_lists: full.task_lists });
  await loadTexts(cache, 'p1', ids);
  expect(asked().map((call) => idsOf(call).length)).toEqual([50, 50, 50, 10]);
  expect(ids.some((id) => isBare(task(id)))).toBe(false);
});
