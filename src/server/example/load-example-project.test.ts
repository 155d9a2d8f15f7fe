import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import { EVENT_DATA } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { getTimelineDays, listTimeline } from '#contract/timeline.ts';
import {
  createProject,
  deleteProject,
  getCurrentSubscription,
  listProjects,
  settleAllPlaces,
  updateProject,
} from '#server/projects/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { spend } from '#server/platform/http/limits.ts';
import { exportProject, findWeakTasks, listTraced } from '#server/plan/index.ts';
import { findCounts, listPrdVersions } from '#server/prd/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { loadExampleProject } from './load-example-project.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let user: TestUser;
let id: Id;

beforeAll(async () => {
  server = await startTestServer();
  user = await addUser(server);
  ({ id } = await loadExampleProject(user.ctx));
});
afterAll(() => server.dispose());

const rowsOf = async <T extends object>(text: string): Promise<T[]> =>
  (await server.database.pool.query<T>(text, [id])).rows;

test('every line of its PRD that asks for work is planned, and none is unsure', async () => {
  const counted = await findCounts(server.db, id);
  const answered = new Set((await listTraced(server.db, id)).flatMap(({ requirement_ids }) => requirement_ids));
  expect(counted).toMatchObject({ version: 1, counts: { unsure: 0 } });
  expect(counted?.work.length).toBeGreaterThan(15);
  expect(counted?.work.filter((each) => !each.ids.some((name) => answered.has(name)))).toEqual([]);
  expect((await listPrdVersions(server.db, id)).map(({ filename }) => filename)).toEqual(['harbor-api.md']);
});

test('it shows every state of a task, and nobody holds a baton', async () => {
  const [project] = await listProjects(user.ctx);
  expect(project).toMatchObject({ id, is_example: true, read_only: false, holders: [], needs_you: 2 });
  expect(project?.needs_you_first).toMatchObject({ kind: 'question' });
  const states = await rowsOf<{ open: number; wip: number; done: number; blocked: number; asking: number }>(`
    select count(*) filter (where status = 'open')::int as open, count(*) filter (where status = 'wip')::int as wip,
      count(*) filter (where status = 'done')::int as done, count(blocked_reason)::int as blocked,
      count(*) filter (where is_asking)::int as asking
    from tasks where project_id = $1 and deleted_at is null`);
  expect(states[0]).toMatchObject({ wip: 0, blocked: 1, asking: 1 });
  expect(states[0]?.done).toBeGreaterThanOrEqual(10);
  expect(states[0]?.open).toBeGreaterThanOrEqual(8);
  const work = await rowsOf<{ n: number }>(`
    select count(*)::int as n from tasks
    where project_id = $1 and work ->> 'commit' is not null and work -> 'verification' ->> 'exit_code' = '0'`);
  expect(work[0]?.n).toBeGreaterThanOrEqual(8);
  await server.db.transaction(async (tx) => expect((await findWeakTasks(tx, id, 10)).unchecked.count).toBe(0));
});

test('it was made and visited when it was loaded, although its history is days old', async () => {
  const { created_at, lastAccessed } = await loadExampleProject(user.ctx);
  const age = (at: string) => server.now().getTime() - Date.parse(at);
  expect(age(lastAccessed)).toBeLessThan(60_000);
  expect(age(created_at)).toBeLessThan(60_000);
  const [first] = await rowsOf<{ at: Date }>(`select min(at) as at from feed where scope = 'project:' || $1`);
  expect(age(first?.at.toISOString() ?? '')).toBeGreaterThan(5 * DAY_MS);
  const today = server.now().toISOString().slice(0, 10);
  const { rows } = await server.database.pool.query<{ n: number }>(
    `select sum(n)::int as n from day_counts where subject = 'projects' and day <> $1::date`,
    [today],
  );
  expect(rows[0]?.n ?? 0, 'the console counts it today').toBe(0);
});

test('its history is told, and is no news to who has just loaded it', async () => {
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  const get = async <T>(url: string) =>
    (await server.http.inject({ method: 'GET', url, headers })).json<{ data: T }>().data;
  const { days } = await get<{ days: { day: string }[] }>(`/api/projects/${id}/timeline/days`);
  expect(days.length).toBeGreaterThan(3);
  const { projects, quiet } = await get<{ projects: object[]; quiet: { last_at: string }[] }>('/api/me/news');
  expect(projects).toEqual([]);
  expect(server.now().getTime() - Date.parse(quiet[0]?.last_at ?? '')).toBeLessThan(60_000);
});

test('its history spans several days, in order, with a handover between two agents', async () => {
  const feed = await rowsOf<{ at: Date; by: string; types: string[] }>(`
    select at, actor ->> 'name' as by, array(select value ->> 'type' from jsonb_array_elements(events)) as types
    from feed where scope = 'project:' || $1 order by seq`);
  const times = feed.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(3 * DAY_MS);
  expect(Math.max(...times)).toBeLessThan(server.now().getTime());
  expect(new Set(feed.map(({ by }) => by))).toEqual(
    // Baton itself tells that a lease ran out.
    new Set([user.actor.name, 'claude-code', 'codex-cli', 'cursor', 'Baton']),
  );
  const types = feed.flatMap((row) => row.types);
  expect(types).toEqual(
    expect.arrayContaining(['project.created', 'prd.updated', 'plan.drafted', 'checkpoint.created']),
  );
  expect(types.filter((type) => type === 'baton.taken')).toHaveLength(
    types.filter((type) => type === 'baton.released').length,
  );
  const handed = await rowsOf<{ body: string }>(
    "select body from notes where project_id = $1 and body like 'Taken over from cursor%'",
  );
  expect(handed).toHaveLength(1);
  const notes = await rowsOf<{ type: string }>('select distinct type from notes where project_id = $1 order by 1');
  expect(notes.map(({ type }) => type)).toEqual(['CONTEXT', 'FILE_LIST', 'FINDING', 'PROGRESS']);
  const kept = await rowsOf<{ name: string; at: Date }>(
    'select name, created_at as at from checkpoints where project_id = $1 order by created_at',
  );
  expect(kept.map(({ name }) => name)).toEqual([
    'Before claude-code drafted the plan',
    'Before the token bucket',
    'Metering and webhooks work',
  ]);
});

test('its silent agent stopped when the lease ran out, not when the next one took the task over', async () => {
  const feed = await rowsOf<{ at: Date; data: { last_call_at: string; expired_at: string } }>(`
    select f.at, e -> 'data' as data from feed f, jsonb_array_elements(f.events) e
    where f.scope = 'project:' || $1 and e ->> 'type' = 'baton.expired'`);
  expect(feed).toHaveLength(1);
  expect(feed[0]?.at.toISOString()).toBe(feed[0]?.data.expired_at);
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  const read = async <T>(path: string): Promise<T> =>
    (await server.http.inject({ url: `/api/projects/${id}/timeline${path}`, headers })).json<{ data: T }>().data;
  const { items } = await read<AnswerOf<typeof listTimeline>>('');
  const stopped = items.filter(({ kind }) => kind === 'stopped');
  expect(stopped).toMatchObject([{ who: { name: 'cursor' }, at: feed[0]?.data.expired_at, is_open: false }]);
  const { days } = await read<AnswerOf<typeof getTimelineDays>>('/days');
  // Nobody held a baton through a night.
  expect(Math.max(...days.map(({ held_seconds }) => held_seconds))).toBeLessThan(3 * 3_600);
});

test('every event of it has the shape of the contract', async () => {
  const events = await readEvents(server.db, `project:${id}`, 0, 1_000);
  expect(events.length).toBeGreaterThan(100);
  for (const { type, data } of events) expect(() => EVENT_DATA[type].parse(data), type).not.toThrow();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
});

test('loaded again it is the same project, and once deleted it can be loaded anew', async () => {
  const other = await addUser(server);
  const [first, second] = await Promise.all([loadExampleProject(other.ctx), loadExampleProject(other.ctx)]);
  expect(first.id).toBe(second.id);
  await deleteProject(other.ctx, { id: first.id });
  expect((await loadExampleProject(other.ctx)).id).not.toBe(first.id);
  expect(await listProjects(other.ctx)).toHaveLength(1);
});

test('loading and deleting it in a loop is refused', async () => {
  const busy = await addUser(server);
  const subject = `example:${busy.id}`;
  for (let time = 0; time < 9; time += 1) await spend(server, subject, { limit: 10, periodSeconds: 3_600 });
  const loaded = await loadExampleProject(busy.ctx);
  // The one that is there costs nothing.
  expect((await loadExampleProject(busy.ctx)).id).toBe(loaded.id);
  await deleteProject(busy.ctx, { id: loaded.id });
  await expect(loadExampleProject(busy.ctx)).rejects.toMatchObject({ type: 'USAGE_LIMIT_EXCEEDED' });
});

test('nobody is mailed about what its history asks', async () => {
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  // Reads the timeline, which is when mails are entered.
  expect((await server.http.inject({ url: `/api/projects/${id}/timeline`, headers })).statusCode).toBe(200);
  expect(await rowsOf('select from timeline where project_id = $1 and is_open')).not.toEqual([]);
  expect(await rowsOf('select from notification_mails where project_id = $1')).toEqual([]);
  const { body } = await server.http.inject({ url: `/api/projects/${id}/notifications`, headers });
  expect(JSON.parse(body)).toMatchObject({ data: { email: { needs_you: false } } });
});

test('it is outside the project limit, in either order', async () => {
  const free = await addUser(server);
  const { id: own } = await createProject(free.ctx, { name: 'Own' });
  expect((await getCurrentSubscription(free.ctx)).usage.projects_count).toBe(1);
  const { id: example } = await loadExampleProject(free.ctx);
  await settleAllPlaces(server.contextFor({ kind: 'system', name: 'test' }));
  expect((await listProjects(free.ctx)).map((each) => [each.id, each.read_only])).toEqual(
    expect.arrayContaining([
      [own, false],
      [example, false],
    ]),
  );
  expect(await getCurrentSubscription(free.ctx)).toMatchObject({ usage: { projects_count: 1 }, read_only_projects: 0 });
  await updateProject(free.ctx, { id: example, status: 'archived' });
  expect((await updateProject(free.ctx, { id: example, status: 'active' })).read_only).toBe(false);

  const late = await addUser(server);
  await loadExampleProject(late.ctx);
  expect((await createProject(late.ctx, { name: 'First of my own' })).read_only).toBe(false);
});

test('it loads although the administrator allows fewer tasks per project than it has', async () => {
  const few = await addUser(server);
  const settings = { ...(await server.settings.read()), maxTasksPerProject: 5 };
  const loaded = await loadExampleProject({ ...few.ctx, settings: { read: async () => settings } });
  expect(loaded.taskCount).toBeGreaterThan(20);
});

test('no request makes an ordinary project an example', async () => {
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  for (const [method, url] of [
    ['POST', '/api/projects'],
    ['PUT', `/api/projects/${id}`],
  ] as const) {
    const { statusCode } = await server.http.inject({
      method,
      url,
      headers,
      payload: { name: 'Sly', is_example: true },
    });
    expect(statusCode).toBe(400);
  }
});

test('its export says nothing of it: imported, it is an ordinary project', async () => {
  const exported = await exportProject(user.ctx, { id, format: 'json' });
  expect(JSON.stringify(exported)).not.toContain('is_example');
});
