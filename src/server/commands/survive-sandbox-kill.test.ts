import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { ApiClient } from '#test/api-client.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { type Env, type ServerProcess, freePort, startServer } from '#test/server-process.ts';

// Generous timeouts: these tests start and stop whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const PATIENT = { timeout: 60_000, interval: 100 };

let database: TestDatabase;
let pool: pg.Pool;
let env: Env;
let server: ServerProcess;
let client: ApiClient;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 3 });
  env = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    BATON_SECRET: 'a-secret-of-this-test-and-of-nothing-else',
    PORT: String(await freePort()),
  };
  server = await startServer(env);
  client = await ApiClient.signUp(server.url, 'buyer@example.com');
});
afterAll(async () => {
  await server.stop();
  await pool.end();
  await database.drop();
});

const tier = async () =>
  (await client.call<CurrentSubscription>('GET', '/api/subscriptions/current')).data.tier.tier_name;

const one = async <T extends pg.QueryResultRow>(sql: string) => (await pool.query<T>(sql)).rows[0];

test('a server that dies between its books and the message leaves the message to the next one', async () => {
  const { data } = await client.call<{ url: string }>('POST', '/api/subscriptions/checkout', {});
  const token = new URL(data.url).pathname.split('/').at(-1) ?? '';
  const shut = await pool.connect();
  // Storing a webhook blocks on this lock.
  await shut.query('begin; lock table payment_events in access exclusive mode');
  const approval = fetch(data.url, { method: 'POST', body: new URLSearchParams({ action: 'approve' }) }).catch(
    () => undefined,
  );
  await vi.waitFor(async () => {
    const waiting = await one<{ count: number }>(
      `select count(*)::int from pg_locks where relation = 'payment_events'::regclass and not granted`,
    );
    expect(waiting?.count).toBe(1);
  }, PATIENT);
  const log = (await server.kill()).stdout;
  await approval;
  await shut.query('rollback');
  shut.release();
  expect(await one('select status from sandbox_subscriptions')).toEqual({ status: 'ACTIVE' });
  expect(await one('select count(*)::int from sandbox_messages')).toEqual({ count: 2 });
  expect(await one('select count(*)::int from payment_events')).toEqual({ count: 0 });

  server = await startServer(env);
  await vi.waitFor(async () => expect(await tier()).toBe('pro'), PATIENT);
  await vi.waitFor(
    async () => expect(await one('select count(*)::int from sandbox_messages')).toEqual({ count: 0 }),
    PATIENT,
  );
  expect(await one('select count(*)::int from payment_events')).toEqual({ count: 2 });

  await fetch(data.url);
  await fetch(`${data.url}/further`);
  expect(log, 'the first server has written something').toContain('/api/subscriptions/checkout');
  expect(log + server.stdout(), 'the secret of the pages').not.toContain(token);
  await vi.waitFor(() => expect(server.stdout()).toContain('"path":"/sandbox/checkout/[secret]/further"'), PATIENT);
  expect(server.stdout()).not.toContain(token);
});
