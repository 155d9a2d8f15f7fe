import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { systemContext } from '#server/platform/context.ts';
import { mcpLogs, projects, userActivity } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { getCharts } from './get-charts.ts';
import { getMetrics } from './get-metrics.ts';
import { listSignUpsPerDay } from './queries.ts';
import { sweepLogs } from '../logs/sweep-logs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await addUser(server, { isAdmin: true });
});
afterAll(() => server.dispose());

const ago = (ms: number) => new Date(server.now().getTime() - ms);

test('the key metrics are counted', async () => {
  const old = await addUser(server, { createdAt: ago(3 * DAY_MS) });
  await addUser(server, { createdAt: ago(40 * DAY_MS) });
  await server.db.insert(userActivity).values([
    { userId: admin.id, lastActiveAt: ago(6 * DAY_MS) },
    { userId: old.id, lastActiveAt: ago(8 * DAY_MS) },
  ]);
  const project = (createdAt: Date, deletedAt: Date | null = null) => ({
    id: newId(),
    userId: old.id,
    name: 'P',
    createdAt,
    deletedAt,
  });
  await server.db
    .insert(projects)
    .values([project(ago(0)), project(ago(0), ago(0)), project(ago(2 * DAY_MS)), project(ago(50 * DAY_MS))]);
  const metrics = await getMetrics(admin.ctx);
  expect(metrics).toEqual({
    totalUsers: 3,
    newUsersToday: 1,
    activeUsers7Days: 1,
    totalProjects: 3,
    projectsCreatedToday: 2,
    usualProjectsPerDay: 1 / 30,
  });
  const headers = { authorization: `Bearer ${await tokenFor(server, admin)}` };
  for (const url of ['/api/admin/dashboard/metrics', '/api/api/admin/dashboard/metrics'])
    expect((await server.http.inject({ url, headers })).json()).toMatchObject({ success: true, totalProjects: 3 });
});

test('the counts follow whatever becomes of accounts and projects', async () => {
  const user = await addUser(server);
  const before = await getMetrics(admin.ctx);
  const { pool } = server.database;
  const ids = [newId(), newId()];
  await server.db.insert(projects).values(ids.map((id) => ({ id, userId: user.id, name: 'P', createdAt: ago(0) })));
  await server.db.insert(userActivity).values({ userId: user.id, lastActiveAt: ago(9 * DAY_MS) });
  const added = { totalProjects: before.totalProjects + 2, projectsCreatedToday: before.projectsCreatedToday + 2 };
  expect(await getMetrics(admin.ctx)).toEqual({ ...before, ...added });
  const seen = (at: Date) =>
    pool.query('update user_activity set last_active_at = $2 where user_id = $1', [user.id, at]);
  // The seven days begin in the middle of a day: only a part of that day counts as active.
  for (const [at, active] of [
    [ago(7 * DAY_MS + 60_000), 0],
    [ago(7 * DAY_MS - 60_000), 1],
    [ago(60_000), 1],
    [ago(0), 1],
  ] as const) {
    await seen(at);
    expect((await getMetrics(admin.ctx)).activeUsers7Days).toBe(before.activeUsers7Days + active);
  }
  const mark = (deletedAt: Date | null) =>
    pool.query('update projects set deleted_at = $2 where id = any ($1)', [ids, deletedAt]);
  await mark(ago(0));
  await mark(ago(1));
  expect(await getMetrics(admin.ctx)).toMatchObject({ ...added, totalProjects: before.totalProjects });
  await mark(null);
  expect(await getMetrics(admin.ctx)).toMatchObject(added);
  await pool.query('delete from users where id = $1', [user.id]);
  expect(await getMetrics(admin.ctx)).toEqual({
    ...before,
    totalUsers: before.totalUsers - 1,
    newUsersToday: before.newUsersToday - 1,
  });
});

test('the charts have a place for every hour and day, and what was measured in it', async () => {
  const call = (command: string, responseTimeMs: number, insertedAt: Date, statusCode = 200) => ({
    id: newId(),
    userId: admin.id,
    command,
    statusCode,
    responseTimeMs,
    agent: 'codex',
    bytesOut: 1,
    insertedAt,
  });
  const quick = Array.from({ length: 100 }, (_, index) => call('orient', index + 1, ago(0)));
  await server.db
    .insert(mcpLogs)
    .values([...quick, call('note', 500, ago(2 * HOUR_MS), 500), call('forgotten', 9_000, ago(30 * HOUR_MS))]);
  for (const error of ['a', 'b', 'c', 'd']) server.errorLog.record({ level: 'error', category: 'api', error });
  await server.errorLog.flush();
  const charts = await getCharts(admin.ctx);
  expect(charts.calls).toHaveLength(24);
  expect(charts.calls.at(-1)).toEqual({
    hour: `${server.now().toISOString().slice(0, 13)}:00:00.000Z`,
    calls: 100,
    errors: 0,
  });
  expect(charts.calls.at(-3)).toMatchObject({ calls: 1, errors: 1 });
  expect(charts.calls[0]).toMatchObject({ calls: 0 });
  expect(charts.slowest).toEqual([
    { command: 'note', p95: 500, calls: 1 },
    { command: 'orient', p95: 95, calls: 100 },
  ]);
  // Calls without an account are left out of the statistics by command: anybody can send any command name.
  await server.db.insert(mcpLogs).values({ ...call('made up', 9_000, ago(0)), userId: null });
  await server.db.insert(mcpLogs).values(call('plan_generate', 41_201, ago(0)));
  const later = await getCharts(admin.ctx);
  expect(later.calls.at(-1)).toMatchObject({ calls: 102, errors: 0 });
  expect(later.slowest[0]).toEqual({ command: 'plan_generate', p95: 42_000, calls: 1 });
  expect(later.slowest.map(({ command }) => command)).not.toContain('made up');
  expect(charts.signUps).toHaveLength(30);
  expect(charts.signUps.at(-1)).toMatchObject({ day: server.now().toISOString().slice(0, 10) });
  expect(charts.signUps.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(charts.unresolved.map(({ message }) => message)).toEqual(['d', 'c', 'b']);
  expect(charts.unresolvedTotal).toBe(4);
});

test('an account that leaves takes no call out of the charts, and old hours are swept', async () => {
  const { pool } = server.database;
  const user = await addUser(server);
  const call = (insertedAt: Date) => ({
    id: newId(),
    userId: user.id,
    command: 'task_get',
    statusCode: 404,
    responseTimeMs: 7,
    agent: 'codex',
    bytesOut: 1,
    insertedAt,
  });
  await server.db.insert(mcpLogs).values([call(ago(5 * HOUR_MS)), call(ago(60 * HOUR_MS))]);
  await pool.query('delete from users where id = $1', [user.id]);
  const oldest = async () =>
    (await pool.query<{ n: number }>(`select count(*)::int as n from call_hours where hour < $1`, [ago(49 * HOUR_MS)]))
      .rows[0]?.n;
  expect(await oldest()).toBe(1);
  await sweepLogs(systemContext(server, 'test'));
  expect(await oldest()).toBe(0);
  expect((await pool.query(`select 1 from call_times where hour < $1`, [ago(49 * HOUR_MS)])).rows).toEqual([]);
  const charts = await getCharts(admin.ctx);
  expect(charts.calls.at(-6)).toMatchObject({ calls: 1, errors: 1 });
  expect(charts.slowest).toContainEqual({ command: 'task_get', p95: 7, calls: 1 });
});

test('there are thirty days up to today, also for a session in a zone where a day began at one o’clock', async () => {
  const pool = new pg.Pool({ connectionString: server.databaseUrl, options: '-c timezone=America/Santiago' });
  onTestFinished(() => pool.end());
  const days = await listSignUpsPerDay(pool, '2025-09-20');
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([30, '2025-08-22', '2025-09-20']);
});
