import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Probe } from '#contract/instance.ts';
import { connectDatabase } from '#server/platform/db/client.ts';
import { createLogger } from '#server/platform/log.ts';
import { raiseLimits } from '#test/agent-instance.ts';
import { ApiClient } from '#test/api-client.ts';
import { countLockWaits } from '#test/count-lock-waits.ts';
import { PATIENT } from '#test/patience.ts';
import { type PostgresPair, startPostgresPair } from '#test/postgres-pair.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';

const SOON = { ...PATIENT, interval: 50 };
const UNAVAILABLE = { status: 503, failure: { errorCode: 'DATABASE_UNAVAILABLE' } };

let folder = '';
let pair: PostgresPair;
let server: ServerProcess;
let client: ApiClient;
let projectId = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-writer-'));
  pair = await startPostgresPair();
  await raiseLimits(pair.primary);
  server = await startServer({ DATABASE_URL: pair.url, BATON_DATA: join(folder, 'server') });
  client = await ApiClient.signUp(server.url, 'two-hosts@example.com');
  projectId = (await client.createProject('Before')).data.id;
});

afterAll(async () => {
  await server.kill();
  await pair.remove();
  await rm(folder, { recursive: true, force: true });
});

/** How often the server has found no host that takes writes. */
const searches = () => server.stdout().split('calls wait for one').length - 1;

/** A call that is sent while there is no writer. */
async function sendWaiting<T>(searchesBefore: number, send: () => Promise<T>): Promise<{ answer: Promise<T> }> {
  await expect.poll(searches, SOON).toBeGreaterThan(searchesBefore);
  const answer = send();
  answer.catch(() => undefined);
  // The server reads in the order of arrival: by this answer it has the call before.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  return { answer };
}

/** Whether the server listens for what other servers tell. */
async function realtimeState(): Promise<string | undefined> {
  const { data: probes } = await client.call<Probe[]>('GET', '/api/setup-status');
  return probes.find((probe) => probe.name === 'Realtime')?.state;
}

const namesAt = async (host: PostgresPair['primary']) =>
  (await host.query<{ name: string }>('select name from projects order by name')).map(({ name }) => name);

/** In sequence: each test goes on with what the one before left. */
describe('a server whose DATABASE_URL names two hosts', () => {
  test('works on the one that takes writes', async () => {
    expect(await namesAt(pair.primary)).toEqual(['Before']);
    expect(
      await pair.standby.query('select 1 as found from pg_stat_activity where application_name = $$baton$$'),
    ).toEqual([]);
  });

  test('lets a call wait while no host takes writes, and sends again what was refused for that', async () => {
    const before = searches();
    await pair.primary.query('alter system set default_transaction_read_only = on');
    await pair.primary.query('select pg_reload_conf()');
    // The first meets the refusal on a connection that could write before, the second finds the search going on.
    const first = client.createProject('Refused and sent again');
    const { answer } = await sendWaiting(before, () => client.createProject('Waited'));

    await pair.primary.query('alter system reset default_transaction_read_only');
    await pair.primary.query('select pg_reload_conf()');
    expect(await Promise.all([first, answer])).toMatchObject([{ status: 201 }, { status: 201 }]);
    expect(await namesAt(pair.primary)).toEqual(['Before', 'Refused and sent again', 'Waited']);
  });

  test('follows the standby that is promoted, and repeats nothing that was in flight', async () => {
    const before = searches();
    const holder = new pg.Client({ connectionString: pair.primary.url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from projects where id = $1 for update', [projectId]);
    const inFlight = client.call('PUT', `/api/projects/${projectId}`, { name: 'Cut off' });
    // The background work of what was made before may wait as well.
    await expect.poll(() => countLockWaits(holder, 'select%from "projects"%'), SOON).toBe(1);

    await pair.primary.kill();
    expect(await inFlight).toMatchObject(UNAVAILABLE);
    const { answer } = await sendWaiting(before, () => client.createProject('Through the failover'));
    await pair.standby.query('select pg_promote()');

    expect(await answer).toMatchObject({ status: 201 });
    expect(await namesAt(pair.standby)).toEqual(['Before', 'Refused and sent again', 'Through the failover', 'Waited']);
    await expect
      .poll(
        () => pair.standby.query(`select 1 as found from pg_stat_activity where application_name = 'baton bus'`),
        SOON,
      )
      .toHaveLength(1);
    await expect.poll(realtimeState, SOON).toBe('active');
    const stream = await client.follow();
    await client.call('PUT', `/api/projects/${projectId}`, { name: 'After' });
    expect(await stream.next()).toBeDefined();
    await stream.close();
  });

  test('does not follow the former primary when it comes back, and neither does a server that starts', async () => {
    await pair.primary.start();
    expect(await pair.primary.query('select pg_is_in_recovery() as standby')).toEqual([{ standby: false }]);
    const fresh = connectDatabase(pair.url, { max: 1, log: createLogger('silent') });
    onTestFinished(() => fresh.close());
    expect(await fresh.writer.find()).toBe(pair.standby.url);
    expect((await client.createProject('With both')).status).toBe(201);
    expect(await namesAt(pair.standby)).toContain('With both');
    expect(await namesAt(pair.primary)).not.toContain('With both');

    const before = searches();
    await pair.standby.kill();
    const { answer } = await sendWaiting(before, () => client.createProject('Too late'));
    await expect.poll(server.stdout, SOON).toContain('a former primary');
    // A server that stops lets nobody wait for a writer.
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
    // A call that the closing server had not read yet meets a closed connection instead.
    const told = await answer.then(
      ({ status }) => status,
      (error: unknown) => (error instanceof Error ? error.message : error),
    );
    expect([503, 'fetch failed']).toContain(told);
    expect(await namesAt(pair.primary)).not.toContain('Too late');
  });
});
