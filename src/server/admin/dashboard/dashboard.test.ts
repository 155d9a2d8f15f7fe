import { afterAll, beforeAll, expect, test } from 'vitest';
import { mcpLogs, projects, userActivity } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { getCharts } from './get-charts.ts';
import { getMetrics } from './get-metrics.ts';

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
  for (let i = 0; i < 4; i += 1) {
    server.clock.advance(1);
    server.errorLog.record({ level: 'error', category: 'api', error: ['a', 'b', 'c', 'd'][i] });
  }
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
  expect(charts.signUps).toHaveLength(30);
  expect(charts.signUps.at(-1)).toMatchObject({ day: server.now().toISOString().slice(0, 10) });
  expect(charts.signUps.reduce((sum, { count }) => sum + count, 0)).toBe(2);
  expect(charts.unresolved.map(({ message }) => message)).toEqual(['d', 'c', 'b']);
  expect(charts.unresolvedTotal).toBe(4);
});
