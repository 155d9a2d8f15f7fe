import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Probe } from '#contract/instance.ts';
import { type Connection, connectionUrl } from '#server/platform/db/embedded/index.ts';
import { ApiClient, type EventStream } from '#test/api-client.ts';
import { countLockWaits } from '#test/count-lock-waits.ts';
import { type DataDirectory, createDataDirectory } from '#test/data-directory.ts';
import { type ServerProcess, killIfThere, startServer } from '#test/server-process.ts';

// Generous timeouts: these tests start and stop whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const HOST = join(import.meta.dirname, '../../test/embedded-server.ts');
const SOON = { timeout: 25_000, interval: 50 };
/** Upper bound for every answer, with or without a database. */
const ANSWERED_WITHIN_MS = 15_000;

let data: DataDirectory;
let server: ServerProcess;
let client: ApiClient;

const statusOf = async (path: string) =>
  (await fetch(`${server.url}${path}`, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })).status;

/** Reads like a browser: when the outage ends the stream, it reconnects and asks for what it missed. */
async function expectToldOf(name: string, opened: EventStream): Promise<void> {
  for (let stream = opened; ;) {
    const event = await stream.next();
    if (event?.type === 'project.updated' && event.data.name === name) return stream.close();
    if (event === undefined) stream = await client.follow(0);
  }
}

/** Whether a notification through the database reaches the other servers. */
async function realtimeState(): Promise<string | undefined> {
  const { data: probes } = await client.call<Probe[]>('GET', '/api/setup-status');
  return probes.find((probe) => probe.name === 'Realtime')?.state;
}

describe('a database of one’s own that goes away', () => {
  let host: { child: ChildProcess; pid: number; url: string };

  beforeAll(async () => {
    data = await createDataDirectory();
    host = await hostDatabase();
    server = await startServer({ DATABASE_URL: host.url, BATON_DATA: join(data.path, '..', 'server') });
    client = await ApiClient.signUp(server.url, 'outage@example.com');
  });

  afterAll(async () => {
    await server.kill();
    host.child.kill('SIGKILL');
    await data.remove();
  });

  /** PostgreSQL in a process of its own, which no server would restart. */
  async function hostDatabase(): Promise<typeof host> {
    const child = spawn(process.execPath, [HOST, data.path], { stdio: ['pipe', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) {
      const { connection, pid } = JSON.parse(line) as { connection: Connection; pid: number };
      return { child, pid, url: connectionUrl(connection) };
    }
    throw new Error('the database did not start');
  }

  /** Sends a request that blocks inside its transaction, on a row lock held by this test. */
  async function holdBack<T>(projectId: string, send: () => Promise<T>): Promise<{ answer: Promise<T> }> {
    const holder = new pg.Client({ connectionString: host.url });
    holder.on('error', () => undefined);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from projects where id = $1 for update', [projectId]);
    const answer = send();
    await expect.poll(() => countLockWaits(holder), SOON).toBe(1);
    return { answer };
  }

  test('leaves a server that answers 503 and comes back by itself, streams included', async () => {
    const { data: project } = await client.createProject('Before');
    const stream = await client.follow();
    const inFlight = await holdBack(project.id, () =>
      client.call('PUT', `/api/projects/${project.id}`, { name: 'Cut off' }),
    );

    const gone = once(host.child, 'exit');
    host.child.kill('SIGKILL');
    process.kill(host.pid, 'SIGKILL');
    await gone;

    expect(await inFlight.answer).toMatchObject({ status: 503, failure: { errorCode: 'DATABASE_UNAVAILABLE' } });
    await expect.poll(() => statusOf('/readyz'), SOON).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
    for (const answer of await Promise.all([
      client.listProjects(),
      client.createProject('During'),
      client.call('PUT', `/api/projects/${project.id}`, { name: 'During' }),
      client.call('GET', '/api/me'),
    ])) {
      expect(answer).toMatchObject({ status: 503, failure: { errorCode: 'DATABASE_UNAVAILABLE' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await expect(client.renewToken()).rejects.toThrow('no token: 503');
    await expect(client.signIn('outage@example.com')).rejects.toThrow('sign-in answered 503');

    host = await hostDatabase();
    await expect.poll(() => statusOf('/readyz'), SOON).toBe(200);
    await client.renewToken();
    expect((await client.listProjects()).data).toMatchObject([{ name: 'Before' }]);
    await client.call('PUT', `/api/projects/${project.id}`, { name: 'After' });
    await expectToldOf('After', stream);
    await expect.poll(realtimeState, SOON).toBe('active');
    expect(server.stderr()).toBe('');
  });
});

describe('the embedded database that is killed under its server', () => {
  beforeAll(async () => {
    data = await createDataDirectory();
    server = await startServer({ BATON_DATA: data.path });
    client = await ApiClient.signUp(server.url, 'healing@example.com');
  });

  afterAll(async () => {
    await server.kill();
    await data.remove();
  });

  test('is started again, and the server goes on without a restart', async () => {
    const { data: project } = await client.createProject('Before');
    const stream = await client.follow();
    const before = await data.databaseProcesses();
    for (const pid of before) killIfThere(pid);

    const seen = new Set<number>();
    await expect
      .poll(async () => {
        const { status } = await client.call('PUT', `/api/projects/${project.id}`, { name: 'After' });
        seen.add(status);
        return status;
      }, SOON)
      .toBe(200);
    seen.delete(200);
    expect([...seen].filter((status) => status !== 503)).toEqual([]);
    expect(await data.postmaster()).not.toBe(before[0]);
    await expectToldOf('After', stream);
    await expect.poll(realtimeState, SOON).toBe('active');

    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(await data.postmaster()).toBeUndefined();
  });
});
