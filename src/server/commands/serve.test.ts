import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ApiClient } from '#test/api-client.ts';
import { countLockWaits } from '#test/count-lock-waits.ts';
import { type DataDirectory, createDataDirectory, stillRunning } from '#test/data-directory.ts';
import { type ServerProcess, startClockServer, startServer } from '#test/server-process.ts';
import { PATIENT } from '#test/patience.ts';

const SOON = { ...PATIENT, interval: 20 };

let data: DataDirectory;
const started: ServerProcess[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  data = await createDataDirectory();
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(started.splice(0).map((server) => server.kill()));
});

afterAll(() => data.remove());

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ BATON_DATA: data.path, ...env });
  started.push(server);
  return server;
}

/** A raw socket, on which requests can be written by hand. */
async function openSocket(server: ServerProcess): Promise<Socket & { received: () => string }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: Buffer | string) => {
    text += String(chunk);
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return Object.assign(socket, { received: () => text });
}

/** Renames a project whose row is locked: the request stays in flight until the test releases it. */
async function holdRename(server: ServerProcess, client: ApiClient) {
  const { data: projects } = await client.listProjects();
  const holder = new pg.Client({ connectionString: await data.databaseUrl() });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select 1 from projects where id = $1 for update', [projects[0]?.id]);
  const body = JSON.stringify({ name: 'Renamed while stopping' });
  const busy = await openSocket(server);
  busy.write(
    `PUT /api/projects/${projects[0]?.id} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await client.renewToken()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(() => countLockWaits(holder), SOON).toBe(1);
  const letGo = async () => {
    await holder.query('commit');
    await holder.end();
  };
  return { busy, letGo };
}

/** A server that accepts connections and never answers. */
async function startSilence() {
  const silence = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  silence.listen(0, '127.0.0.1');
  await once(silence, 'listening');
  const heard = once(silence, 'connection');
  return { url: `http://127.0.0.1:${(silence.address() as AddressInfo).port}`, heard, close: () => silence.close() };
}

/** Without log lines, and without the progress message of a slow start. */
const plainLines = (output: string) => output.split('\n').filter((line) => !/^($|\{|Waiting for)/.test(line));

describe('the start', () => {
  test('of a brand-new instance says where it is and what to do first', async () => {
    const server = await start();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const client = await ApiClient.signUp(server.url, 'first@example.com');
    await client.createProject('Kept');
    const { stdout, stderr } = await server.stop();
    expect(plainLines(stdout)).toEqual([
      'Setting up the database…',
      `Baton is ready at ${server.url}`,
      `Its data is in ${data.path} (BATON_DATA).`,
      `First: open ${server.url}/signup and create your account.`,
      `Mails are not sent yet: confirmation links appear here and at ${server.url}/outbox. The first account to confirm becomes administrator.`,
      expect.stringMatching(/^Mail to first@example\.com: .* -> http/),
    ]);
    expect(stderr).toBe('');
  });

  test('of an instance that has been used says only where it is, and finds everything', async () => {
    const server = await start();
    const client = new ApiClient(server.url);
    await client.signIn('first@example.com');
    expect((await client.listProjects()).data).toMatchObject([{ name: 'Kept' }]);
    const { stdout } = await server.stop();
    expect(plainLines(stdout)).toEqual([
      `Baton is ready at ${server.url}`,
      `Its data is in ${data.path} (BATON_DATA).`,
    ]);
  });
});

describe('the stop', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s is clean and takes the database along', async (signal) => {
    const server = await start();
    const processes = await data.databaseProcesses();
    expect(processes.length).toBeGreaterThan(1);

    expect(await server.stop(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(await data.postmaster()).toBeUndefined();
    expect(await stillRunning(processes)).toEqual([]);
  });

  test('lets a request in flight finish, refuses the next one, ends streams, and does not wait for idle or silent connections', async () => {
    const server = await start();
    const client = new ApiClient(server.url);
    await client.signIn('first@example.com');
    const stream = await client.follow();
    await openSocket(server);
    const half = await openSocket(server);
    half.write('GET /healthz HTTP/1.1\r\nHost: loc');

    const { busy, letGo } = await holdRename(server, client);

    const stopping = server.stop();
    expect(await stream.next()).toBeUndefined();
    busy.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
    await letGo();

    expect(await stopping).toMatchObject({ code: 0, signal: null });
    const [answer, refusal] = busy.received().split(/(?=HTTP\/1\.1 )/);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"name":"Renamed while stopping"/);
    expect(refusal).toMatch(/^HTTP\/1\.1 503 [\s\S]*^retry-after: 5\r$[\s\S]*"errorCode":"SERVER_BUSY"/im);
  });

  test('says first for as long as it is told to that it is not ready, and serves meanwhile', async () => {
    const server = await start({ BATON_DRAIN_SECONDS: '5' });
    const stopping = server.stop();
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { ...SOON, interval: 10 }).toBe(503);
    const answer = await fetch(`${server.url}/api/instance`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await stopping).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  test.each(['exception', 'rejection'] as const)(
    'after an error that nobody catches (%s) finishes what is under way, takes the database along, and tells it failed',
    async (how) => {
      const server = await startClockServer({ BATON_DATA: data.path });
      started.push(server);
      const client = new ApiClient(server.url);
      await client.signIn('first@example.com');
      const { busy, letGo } = await holdRename(server, client);

      server.fail('output');
      server.fail(how);
      await expect.poll(server.stdout, SOON).toMatch(/"level":"error".*nobody (catches|awaits) this.*\n/);
      const isServing = () =>
        fetch(`${server.url}/healthz`).then(
          () => true,
          () => false,
        );
      await expect.poll(isServing, SOON).toBe(false);
      await letGo();
      expect(await server.ended).toMatchObject({ code: 1, signal: null, stderr: '' });
      expect(busy.received()).toMatch(/^HTTP\/1\.1 200 /);
      expect(server.stdout()).not.toContain('write EPIPE');
      expect(server.stdout()).toMatch(/"stack":"Error: nobody (catches|awaits) this\\n +at .*clock-server/);
      expect(await data.postmaster()).toBeUndefined();

      await start();
      const database = new pg.Client({ connectionString: await data.databaseUrl() });
      await database.connect();
      const { rows } = await database.query('select level, category from error_groups where message like $1', [
        how === 'exception' ? 'nobody catches this' : 'nobody awaits this',
      ]);
      await database.end();
      expect(rows).toEqual([{ level: 'critical', category: 'service' }]);
    },
  );

  test('does not wait for a payment provider that does not answer', async () => {
    const silence = await startSilence();
    const server = await start({
      PAYPAL_BASE_URL: silence.url,
      PAYPAL_CLIENT_ID: 'client',
      PAYPAL_CLIENT_SECRET: 'secret',
      PAYPAL_WEBHOOK_ID: 'webhook',
      PAYPAL_PLAN_ID: 'plan',
    });
    const client = new ApiClient(server.url);
    await client.signIn('first@example.com');
    const stream = await client.follow();
    const { busy, letGo } = await holdRename(server, client);
    const books = new pg.Client({ connectionString: await data.databaseUrl() });
    await books.connect();
    await books.query(
      `insert into payment_subscriptions (id, user_id, provider, provider_id, plan_id, price_usd, look_at)
       select gen_random_uuid(), id, 'paypal', 'I-SILENT00001', 'plan', 5, now() from users`,
    );
    await books.end();
    await silence.heard;

    const stopping = server.stop();
    expect(await stream.next()).toBeUndefined();
    await letGo();
    expect(await stopping).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(busy.received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"name":"Renamed while stopping"/);
    silence.close();
  });
});
