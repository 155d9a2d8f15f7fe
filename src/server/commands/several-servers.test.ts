import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setUserStatus } from '#server/auth/index.ts';
import { listMigrationNames } from '#server/platform/db/migrate.ts';
import { ApiClient } from '#test/api-client.ts';
import { countLockWaits } from '#test/count-lock-waits.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';

// Generous timeouts: these tests start and stop whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The URL of a proxy in front of both; local, so that the outbox can be read. */
const ORIGIN = 'http://localhost:8080';
const SECRET = 'one secret for every server of the instance';
const SECOND = 1_000;

let folder = '';
let database: TestDatabase;
let third: TestServices;
let servers: ServerProcess[] = [];
let first: ServerProcess;
let second: ServerProcess;

/** Both start concurrently on an empty database. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-several-'));
  database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '4',
    BATON_URL: ORIGIN,
    BATON_SECRET: SECRET,
    BATON_DATA: join(folder, 'data'),
  };
  servers = await letGoTogether(() => Promise.all([startServer(env), startServer(env)]));
  [first, second] = servers as [ServerProcess, ServerProcess];
  third = await openTestServices({ databaseUrl: database.url });
  // The first account of an instance becomes administrator and cannot be suspended.
  await ApiClient.signUp(first.url, 'admin@example.com', ORIGIN);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await third.dispose();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Empties the database, blocks both starts at their first change by a lock, and releases them at the same moment. */
async function letGoTogether<T>(start: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('drop schema public cascade; create schema public');
  await holder.query('begin');
  await holder.query('create table migrations (name text primary key)');
  const started = start();
  await vi.waitFor(async () => expect(await countLockWaits(holder)).toBe(2), { timeout: 60_000 });
  await holder.query('rollback');
  await holder.end();
  return started;
}

describe('two servers on one database', () => {
  test('agree on one schema when they start together on an empty one', async () => {
    for (const { url } of servers) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const { rows } = await third.database.pool.query<{ name: string }>('select name from migrations order by name');
    expect(rows.map(({ name }) => name)).toEqual(await listMigrationNames());
  });

  test('a session of one gets an access token at the other, and the token is good at both', async () => {
    const atFirst = await ApiClient.signUp(first.url, 'session@example.com', ORIGIN);
    const atSecond = atFirst.at(second.url);
    await atSecond.renewToken();
    await atSecond.createProject('Made at the second');
    for (const client of [atSecond, atSecond.at(first.url)]) {
      expect(await client.listProjects()).toMatchObject({ status: 200, data: [{ name: 'Made at the second' }] });
    }
  });

  test('a change at one reaches a stream at the other', async () => {
    const atFirst = await ApiClient.signUp(first.url, 'stream@example.com', ORIGIN);
    const stream = await atFirst.at(second.url).follow();
    const { data: project } = await atFirst.createProject('Told elsewhere');
    expect(await stream.next()).toMatchObject({
      type: 'project.created',
      data: { id: project.id, name: 'Told elsewhere' },
    });
    await stream.close();
  });

  test('a suspension is in force at both within a second, and ends their streams', async () => {
    const atFirst = await ApiClient.signUp(first.url, 'suspended@example.com', ORIGIN);
    const clients = [atFirst, atFirst.at(second.url)];
    const streams = await Promise.all(clients.map((client) => client.follow()));
    for (const client of clients) expect((await client.listProjects()).status).toBe(200);

    await setUserStatus(third.contextFor({ kind: 'system', name: 'test' }), {
      userId: atFirst.userId,
      status: 'suspended',
    });
    const suspendedAt = performance.now();
    await Promise.all(clients.map((client) => expectRefusedWithinASecond(client, suspendedAt)));
    for (const stream of streams) {
      const rest = [await stream.next(), await stream.next()];
      expect(rest.at(-1)).toBeUndefined();
    }
    await expect(atFirst.renewToken()).rejects.toThrow('no token: 401');
  });

  test('creating projects at both at once never exceeds the limit', async () => {
    const atFirst = await ApiClient.signUp(first.url, 'limit@example.com', ORIGIN);
    const clients = [atFirst, atFirst.at(second.url)];
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => clients[index % 2]!.createProject(`Project ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(11);
    expect((await atFirst.listProjects()).data).toHaveLength(1);
  });

  test('one stops without disturbing the other', async () => {
    const atSecond = await ApiClient.signUp(second.url, 'left@example.com', ORIGIN);
    expect(await first.stop()).toMatchObject({ code: 0, stderr: '' });
    expect((await atSecond.createProject('Still here')).status).toBe(201);
  });
});

/** No request sent a second or more after the suspension succeeds, however slow this machine is. */
async function expectRefusedWithinASecond(client: ApiClient, suspendedAt: number): Promise<void> {
  for (;;) {
    const sentAfter = performance.now() - suspendedAt;
    const { status, failure } = await client.listProjects();
    if (status !== 200)
      return expect({ status, type: failure.errorType }).toEqual({ status: 403, type: 'ACCOUNT_SUSPENDED' });
    expect(sentAfter).toBeLessThan(SECOND);
  }
}
