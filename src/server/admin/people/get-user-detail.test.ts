import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { generationRuns, mcpLogs, passkeys, twoFactor } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { getUserDetail } from './get-user-detail.ts';
import { listTokensPerDay } from './queries.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await addUser(server, { isAdmin: true });
});
afterAll(() => server.dispose());

test('somebody who did nothing has no rates, and thirty days of nothing', async () => {
  const { id } = await addUser(server);
  const detail = await getUserDetail(admin.ctx, { id });
  expect(detail).toMatchObject({ totalTokensUsed: 0, successRate: null, avgResponseTime: null, recentActivity: [] });
  expect(detail.tokensPerDay.map(({ tokens }) => tokens)).toEqual(Array.from({ length: 30 }, () => 0));
  expect(detail.tokensPerDay.at(-1)?.day).toBe(server.now().toISOString().slice(0, 10));
});

test('whether sign-in asks for a code, and how many passkeys there are', async () => {
  const { id } = await addUser(server);
  expect(await getUserDetail(admin.ctx, { id })).toMatchObject({ twoFactor: false, passkeys: 0 });
  const row = { userId: id, host: 'localhost', publicKey: '', counter: 0, transports: [], isSynced: false };
  const own = ['Laptop', 'Phone'].map((name) => ({ ...row, id: newId(), name, credentialId: newId() }));
  await server.db.insert(passkeys).values(own);
  await server.db.insert(twoFactor).values({ userId: id, secret: 'x' });
  const begun = await getUserDetail(admin.ctx, { id });
  expect(begun, 'a set-up that was not finished asks for nothing').toMatchObject({ twoFactor: false, passkeys: 2 });
  await server.db.update(twoFactor).set({ confirmedAt: server.now() }).where(eq(twoFactor.userId, id));
  expect(await getUserDetail(admin.ctx, { id })).toMatchObject({ twoFactor: true, passkeys: 2 });
});

test('the numbers are those of recorded calls and runs, at both addresses', async () => {
  const user = await addUser(server);
  const { id: projectId } = await createProject(user.ctx, { name: 'Measured' });
  const ago = (ms: number) => new Date(server.now().getTime() - ms);
  const run = (status: 'running' | 'completed' | 'failed', kind: 'plan' | 'preview', createdAt: Date) => ({
    id: newId(),
    projectId,
    userId: user.id,
    kind,
    sessionId: newId(),
    status,
    planner: 'embedded' as const,
    clearExisting: false,
    inputTokens: 100,
    outputTokens: 20,
    costUsd: 0.5,
    createdAt,
    heartbeatAt: server.now(),
  });
  await server.db
    .insert(generationRuns)
    .values([
      run('completed', 'plan', ago(0)),
      run('failed', 'preview', ago(1_000)),
      run('running', 'preview', ago(2_000)),
      run('completed', 'plan', ago(70 * DAY_MS)),
    ]);
  const call = (statusCode: number, responseTimeMs: number, ms: number) => ({
    id: newId(),
    userId: user.id,
    projectId,
    command: 'orient',
    statusCode,
    responseTimeMs,
    agent: 'codex',
    bytesOut: 1,
    insertedAt: ago(ms),
  });
  await server.db.insert(mcpLogs).values([call(200, 10, 500), call(404, 30, 1_500)]);
  const detail = await getUserDetail(admin.ctx, { id: user.id });
  // Of two calls and three finished runs, one call and two runs succeeded.
  expect(detail).toMatchObject({ totalTokensUsed: 480, successRate: 60, avgResponseTime: 20, activeProjects: 1 });
  expect(detail.recentActivity.map(({ command, status, tokens }) => [command, status, tokens])).toEqual([
    ['prd-to-tasks', 'success', 120],
    ['orient', 'success', 0],
    ['preview', 'failed', 120],
    ['orient', 'error 404', 0],
    ['preview', 'running', 120],
    ['prd-to-tasks', 'success', 120],
  ]);
  expect(detail.tokensPerDay.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(360);
  const headers = { authorization: `Bearer ${await tokenFor(server, admin)}` };
  for (const url of [`/api/admin/users/${user.id}`, `/api/api/admin/users/${user.id}`])
    expect((await server.http.inject({ url, headers })).json()).toEqual({ success: true, ...detail });
});

test.each(['Asia/Tokyo', 'America/Los_Angeles'])('a day is one by UTC, also for a session in %s', async (zone) => {
  const user = await addUser(server);
  const { id: projectId } = await createProject(user.ctx, { name: 'Far away' });
  const pool = new pg.Pool({ connectionString: server.databaseUrl, options: `-c timezone=${zone}` });
  onTestFinished(() => pool.end());
  for (const [tokens, at] of [
    [1, '2026-03-01T23:59:59.999Z'],
    [2, '2026-03-02T00:00:00.000Z'],
    [4, '2026-03-02T23:59:59.999Z'],
    [8, '2026-03-03T00:00:00.000Z'],
  ])
    await pool.query(
      `insert into generation_runs
         (id, project_id, user_id, kind, session_id, status, planner, clear_existing, input_tokens, created_at, heartbeat_at)
       values (gen_random_uuid(), $1, $2, 'plan', gen_random_uuid(), 'completed', 'embedded', false, $3, $4, $4)`,
      [projectId, user.id, tokens, at],
    );
  const days = await listTokensPerDay(pool, user.id, '2026-03-02');
  expect(days.length).toBe(30);
  expect(days.slice(-2).map(({ day, tokens }) => [day, tokens])).toEqual([
    ['2026-03-01', 1],
    ['2026-03-02', 6],
  ]);
});
