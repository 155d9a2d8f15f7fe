import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { FeedEvent } from '#contract/events.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { createEventParser, type StreamEvent } from './event-stream.ts';
import { askAgain, patchCache } from './live.ts';
import { queryKeys } from '../net/query-keys.ts';
import { PATIENT } from '#test/patience.ts';

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const row = (id: string, minute: number, more: object = {}) => ({
  id,
  user_id: 'u1',
  name: id,
  description: null,
  status: 'active',
  created_at: at(minute),
  updated_at: at(minute),
  deleted_at: null,
  ...more,
});
const summary = (id: string, minute: number, more: object = {}) =>
  ({
    ...row(id, minute),
    role: 'owner',
    taskCount: 4,
    completedTaskCount: 1,
    lastAccessed: at(minute),
    lanes: [],
    activity: [],
    ...more,
  }) as unknown as ProjectSummary;
const event = (type: FeedEvent['type'], data: object) =>
  ({ seq: 1, type, data, actor: {}, created_at: at(0) }) as unknown as FeedEvent;

let cache: QueryClient;
const list = () => cache.getQueryData<ProjectSummary[]>(queryKeys.projects) ?? [];
beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(queryKeys.projects, [summary('b', 2), summary('a', 1)]);
  cache.setQueryData(queryKeys.subscription, { usage: { projects_count: 2 }, read_only_projects: 0 });
});

describe('an event', () => {
  test('puts a new project on top, without a plan', () => {
    patchCache(cache, event('project.created', row('c', 3)));
    expect(list().map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(list()[0]).toMatchObject({ taskCount: 0, completedTaskCount: 0, lastAccessed: at(3), lanes: [] });
    expect(list()[0]?.activity).toHaveLength(14);
  });

  test('of a project that is no longer shared takes it out, ends it for its screens, and says which way', () => {
    cache.setQueryData(queryKeys.project('a'), summary('a', 1));
    cache.setQueryData(queryKeys.plan('a'), { project: summary('a', 1) });
    patchCache(cache, event('project.unshared', { id: 'a', name: 'a' }));
    expect(list().map(({ id }) => id)).toEqual(['b']);
    expect(cache.getQueryData<ProjectSummary>(queryKeys.project('a'))?.deleted_at).toEqual(expect.any(String));
    expect(cache.getQueryData(queryKeys.unshared('a'))).toBe(true);
    expect(cache.getQueryData(queryKeys.plan('a')), 'nothing of the plan is kept').toBeUndefined();
  });

  test('of a project that is shared has it fetched, whatever was known of it', () => {
    cache.setQueryData(queryKeys.unshared('c'), true);
    cache.setQueryData(queryKeys.project('c'), summary('c', 1, { role: 'viewer' }));
    patchCache(cache, event('project.shared', row('c', 3, { role: 'editor' })));
    expect(cache.getQueryData(queryKeys.unshared('c'))).toBeUndefined();
    for (const key of [queryKeys.projects, queryKeys.project('c')])
      expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
  });

  test('counts only the person’s own projects towards the limit', () => {
    cache.setQueryData(queryKeys.projects, [summary('b', 2, { role: 'editor' }), summary('a', 1)]);
    patchCache(cache, event('project.updated', row('a', 1, { updated_at: at(9) })));
    expect(cache.getQueryData(queryKeys.subscription)).toMatchObject({ usage: { projects_count: 1 } });
  });

  test('of a project that is there already adds no second one', () => {
    patchCache(cache, event('project.created', row('b', 2)));
    expect(list()).toHaveLength(2);
    expect(list()[0]).toMatchObject({ taskCount: 4 });
  });

  test('changes the row and keeps its counts and its place', () => {
    cache.setQueryData(queryKeys.project('a'), summary('a', 1));
    patchCache(cache, event('project.updated', row('a', 1, { name: 'Renamed', updated_at: at(9) })));
    expect(list()[1]).toMatchObject({ name: 'Renamed', taskCount: 4 });
    expect(cache.getQueryData(queryKeys.project('a'))).toMatchObject({ name: 'Renamed' });
  });

  test('older than what is shown changes nothing', () => {
    cache.setQueryData(queryKeys.projects, [summary('a', 1, { name: 'Newest', updated_at: at(9) })]);
    patchCache(cache, event('project.updated', row('a', 1, { name: 'Old', updated_at: at(5) })));
    expect(list()[0]?.name).toBe('Newest');
  });

  test('takes a deleted project out, marks it for the screen that shows it, and counts again', () => {
    cache.setQueryData(queryKeys.project('a'), summary('a', 1));
    patchCache(cache, event('project.deleted', row('a', 1, { deleted_at: at(9), updated_at: at(9) })));
    expect(list().map(({ id }) => id)).toEqual(['b']);
    expect(cache.getQueryData(queryKeys.project('a'))).toMatchObject({ deleted_at: at(9) });
    expect(cache.getQueryData(queryKeys.subscription)).toMatchObject({ usage: { projects_count: 1 } });
  });

  test('that makes a project read-only is counted, and the plan is asked for again', () => {
    patchCache(cache, event('project.updated', row('a', 1, { read_only: true })));
    expect(list()[1]).toMatchObject({ read_only: true });
    expect(cache.getQueryData(queryKeys.subscription)).toMatchObject({ read_only_projects: 1 });
    expect(cache.getQueryState(queryKeys.subscription)?.isInvalidated).toBe(true);
  });

  test('that renames a project asks for no plan', () => {
    patchCache(cache, event('project.updated', row('a', 1, { name: 'Renamed' })));
    expect(cache.getQueryState(queryKeys.subscription)?.isInvalidated).toBe(false);
  });

  test('of the plan makes everything that hangs on it be asked for again', () => {
    cache.setQueryData(queryKeys.project('a'), summary('a', 1));
    cache.setQueryData(queryKeys.me, { id: 'u1' });
    patchCache(cache, event('subscription.updated', { tier_name: 'pro' }));
    const stale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;
    expect([queryKeys.subscription, queryKeys.projects, queryKeys.project('a'), queryKeys.me].map(stale)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('of the account changes the name everywhere it is read', () => {
    cache.setQueryData(queryKeys.me, { id: 'u1', email: 'a@b.example', display_name: 'Old' });
    patchCache(cache, event('account.updated', { id: 'u1', display_name: 'New', status: 'active' }));
    expect(cache.getQueryData(queryKeys.me)).toEqual({ id: 'u1', email: 'a@b.example', display_name: 'New' });
  });

  test('about something nobody has loaded loads nothing', () => {
    const empty = new QueryClient();
    patchCache(empty, event('project.created', row('c', 3)));
    patchCache(empty, event('account.updated', { id: 'u1', display_name: 'New', status: 'active' }));
    expect(
      empty
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.data !== undefined),
    ).toEqual([]);
  });
});

test('events are read whole, however the stream is cut', () => {
  const text =
    'retry: 1000\nid: 3\nevent: ready\ndata: {"seq":3}\n\n: still here\n\nid: 4\nevent: change\ndata: {"a":1}\ndata: {"b":2}\n\n';
  const whole: StreamEvent[] = [
    { id: '3', type: 'ready', data: '{"seq":3}' },
    { id: '4', type: 'change', data: '{"a":1}\n{"b":2}' },
  ];
  for (const size of [1, 2, 7, text.length]) {
    const seen: StreamEvent[] = [];
    const parse = createEventParser((found) => seen.push(found));
    for (let i = 0; i < text.length; i += size) parse(text.slice(i, i + size));
    expect(seen).toEqual(whole);
  }
});

test('an event is read whole, whatever is written in it', () => {
  const seen: StreamEvent[] = [];
  createEventParser((found) => seen.push(found))('id: 5\nevent: change\ndata: {"a":"x\u2028y\u2029z: "}\n\n');
  expect(seen).toEqual([{ id: '5', type: 'change', data: '{"a":"x\u2028y\u2029z: "}' }]);
});

test('a key that was made, replaced or taken away is shown so, whatever was asked before', async () => {
  const answer = Promise.withResolvers<object>();
  const asked = cache.query({ queryKey: queryKeys.apiKey, queryFn: () => answer.promise });
  const gone = { hasApiKey: false, maskedKey: null, createdAt: null, updatedAt: null };
  patchCache(cache, event('api_key.updated', gone));
  await expect(asked).rejects.toThrow();
  answer.resolve({ hasApiKey: true });
  await vi.waitFor(() => expect(cache.getQueryData(queryKeys.apiKey)).toEqual(gone), PATIENT);
});

describe('when the feed begins', () => {
  test('what is loaded is asked for again, a followed plan is not', () => {
    cache.setQueryData(queryKeys.followed('p'), {});
    askAgain(cache);
    const stale = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;
    expect([stale(queryKeys.projects), stale(queryKeys.followed('p'))]).toEqual([true, false]);
  });

  test('an answer that was on its way is asked for again as well, once it is there', async () => {
    const answer = Promise.withResolvers<object>();
    const asked = cache.query({ queryKey: queryKeys.me, queryFn: () => answer.promise });
    askAgain(cache);
    answer.resolve({ display_name: 'As it was before' });
    await asked;
    expect(cache.getQueryState(queryKeys.me)?.isInvalidated).toBe(true);
  });
});
