import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const MB = 1024 * 1024;
type Closing = (() => Promise<void> | void)[];
const open: Closing = [];
const openForAll: Closing = [];
const closeAll = async (list: Closing) => {
  for (const close of list.splice(0).toReversed()) await close();
};
afterEach(() => closeAll(open));

interface Door extends TestServer {
  url: string;
  port: number;
  directory: string;
}

async function start(options: Parameters<typeof startTestServer>[0] = {}, opened = open): Promise<Door> {
  const directory = mkdtempSync(join(tmpdir(), 'uploads-'));
  opened.push(() => rmSync(directory, { recursive: true }));
  const server = await startTestServer({ ...options, env: { BATON_DATA: directory, ...options.env } });
  opened.push(() => server.dispose());
  await raiseProjectLimit(server);
  const url = await server.http.listen({ port: 0, host: '127.0.0.1' });
  return { ...server, url, port: Number(new URL(url).port), directory };
}

/** For all cases that need no other settings. */
let server: Door;
beforeAll(async () => {
  server = await start({}, openForAll);
});
afterAll(() => closeAll(openForAll));

/** Quickly: how small it becomes does not matter. */
const pack = (bytes: Uint8Array | string) => gzipSync(bytes, { level: 1 });

const planOf = (tasks: number, title = 'Task') =>
  JSON.stringify({ tasks: Array.from({ length: tasks }, (_, at) => ({ id: at + 1, title: `${title} ${at + 1}` })) });

async function send(server: Door, user: TestUser, body: Uint8Array | string, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await tokenFor(server, user)}`;
  const type = { 'content-type': 'application/octet-stream' };
  const answer = await fetch(`${server.url}/api/projects/import`, {
    method: 'POST',
    body: typeof body === 'string' ? body : Buffer.from(body),
    headers: { authorization, ...type, ...headers },
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

/** Begins an upload on a raw socket and sends only `first` of it. */
async function begin(server: Door, user: TestUser | undefined, first: Uint8Array, more = ''): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  open.push(() => void socket.destroy());
  await once(socket, 'connect');
  const token = user === undefined ? '' : `Authorization: Bearer ${await tokenFor(server, user)}\r\n`;
  socket.write(
    `POST /api/projects/import HTTP/1.1\r\nHost: localhost\r\n${token}Content-Type: application/octet-stream\r\nContent-Length: ${100 * MB}\r\n${more}\r\n`,
  );
  socket.write(first);
  return socket;
}

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>;

/** Unlinked temporary files that this process has open in the folder. */
const openFiles = ({ directory }: Door) =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(directory);
    } catch {
      return false;
    }
  }).length;

const projects = async (server: Door, user: TestUser) => {
  const authorization = `Bearer ${await tokenFor(server, user)}`;
  const answer = await fetch(`${server.url}/api/projects`, { headers: { authorization } });
  return ((await answer.json()) as { data: unknown[] }).data.length;
};

test('a file that is packed for the way comes in, whatever it is sent as', async () => {
  const user = await addUser(server);
  const packed = { 'content-encoding': 'gzip' };
  expect(await send(server, user, pack(planOf(3)), packed)).toMatchObject({
    status: 201,
    body: { data: { tasks: 3 } },
  });
  // Compressed twice: as a .gz file and by Content-Encoding.
  expect((await send(server, user, pack(pack(planOf(3))), packed)).status).toBe(201);
  const json = pack(JSON.stringify({ content: planOf(2) }));
  expect((await send(server, user, json, { ...packed, 'content-type': 'application/json' })).status).toBe(201);
  expect(await projects(server, user)).toBe(3);
});

test('what cannot be unpacked is refused with a reason', async () => {
  const user = await addUser(server);
  const packed = { 'content-encoding': 'gzip' };
  const damaged = { status: 400, body: { error: expect.stringContaining('damaged or cut off') as string } };
  expect(await send(server, user, randomBytes(5_000), packed)).toMatchObject(damaged);
  expect(await send(server, user, pack(randomBytes(90_000)).subarray(0, 60_000), packed)).toMatchObject(damaged);
  expect(await send(server, user, brotliCompressSync(planOf(3)), { 'content-encoding': 'br' })).toMatchObject({
    status: 415,
    body: { error: expect.stringContaining('packed with gzip') as string },
  });
  expect(await send(server, user, pack(Buffer.alloc(129 * MB)), packed)).toMatchObject({
    status: 413,
    body: { errorType: 'PAYLOAD_TOO_LARGE' },
  });
  expect((await send(server, user, pack(planOf(3)), packed)).status).toBe(201);
  expect(openFiles(server)).toBe(0);
});

test('a packed upload whose sender goes keeps nothing: the account goes on at once', async () => {
  const user = await addUser(server);
  const beginning = pack(randomBytes(3 * MB)).subarray(0, 2 * MB);
  for (let round = 0; round < 6; round += 1) {
    const socket = await begin(server, user, beginning, 'Content-Encoding: gzip\r\n');
    await expect.poll(() => openFiles(server)).toBe(1);
    socket.destroy();
    await expect.poll(() => openFiles(server)).toBe(0);
  }
  expect(await projects(server, user)).toBe(0);
  expect((await send(server, user, planOf(3))).status).toBe(201);
});

test('an account has one upload under way; others and its other calls are served meanwhile', async () => {
  const [user, other] = [await addUser(server), await addUser(server)];
  const socket = await begin(server, user, Buffer.alloc(5 * MB, ' '));
  await expect.poll(() => openFiles(server)).toBe(1);
  expect(readdirSync(server.directory), 'its name is gone: nothing stays after a kill').toEqual([]);
  const second = await send(server, user, planOf(3));
  expect(second).toMatchObject({
    status: 409,
    body: {
      errorCode: 'UPLOAD_RUNNING',
      error: 'Another upload of this account is under way. Try again when it is done.',
    },
  });
  expect(second.headers.get('retry-after')).toBe('10');
  expect(await projects(server, user)).toBe(0);
  expect((await send(server, other, planOf(3))).status).toBe(201);
  socket.destroy();
  await expect.poll(() => openFiles(server)).toBe(0);
  expect((await send(server, user, planOf(3))).status).toBe(201);
});

test('a large file comes in by the disk', async () => {
  const user = await addUser(server);
  const file = Buffer.from(`${planOf(300)}${' '.repeat(5 * MB)}`);
  expect(await send(server, user, file)).toMatchObject({ status: 201, body: { data: { tasks: 300 } } });
  expect(openFiles(server)).toBe(0);
});

const TOO_SLOW = expect.stringContaining('The file arrived too slowly') as string;

test.each([
  ['stays below the least rate', { uploadGraceMs: 50, uploadBytesPerSecond: 1024 ** 4 }],
  ['takes too long in all', { uploadMs: 50 }],
])('an upload that %s is refused and cut', async (_what, limits) => {
  const server = await start({ limits: { ...limits, checkEveryMs: 20, lingerMs: 20 } });
  const socket = await begin(server, await addUser(server), Buffer.alloc(2 * MB, ' '));
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(bodyOf(answer)).toMatchObject({ error: TOO_SLOW });
  expect(openFiles(server)).toBe(0);
});

test('a stranger’s upload is cut with its refusal', async () => {
  const server = await start({ limits: { lingerMs: 20 } });
  const answer = await text(await begin(server, undefined, Buffer.alloc(100, ' ')));
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/^connection: close\r$/im);
});

test('a refusal is read by whoever sends the rest quickly, and the connection stays', async () => {
  const answer = await fetch(`${server.url}/api/projects/import`, {
    method: 'POST',
    body: Buffer.alloc(8 * MB),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(answer.status).toBe(401);
});

/** Blocks every import at its first row by a lock, until the returned function is called. */
async function stopWriting({ database }: Door): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('lock table task_lists in exclusive mode');
  let isOver = false;
  const goOn = async () => {
    if (isOver) return;
    isOver = true;
    await client.query('rollback');
    client.release();
  };
  open.push(goOn);
  return goOn;
}

test('imports whose senders have gone leave their threads to others, and write nothing', async () => {
  const server = await start({ env: { DATABASE_POOL: '8' } });
  const goOn = await stopWriting(server);
  // Of this database only: others on the same server have locks of their own to wait for.
  const ofLock = `select count(*)::int as n from pg_locks where not granted and relation = 'task_lists'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  const waiting = async () => (await server.database.pool.query(ofLock)).rows[0].n as number;
  const users = [await addUser(server), await addUser(server)];
  const sockets = [];
  for (const user of users) {
    const plan = Buffer.from(planOf(300, 'x'.repeat(150)));
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      `POST /api/projects/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await tokenFor(server, user)}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${plan.length}\r\n\r\n`,
    );
    socket.write(plan);
    sockets.push(socket);
  }
  await expect.poll(waiting).toBe(2);
  for (const socket of sockets) socket.destroy();
  // Both worker threads were taken, and their last writes still wait for the database.
  const refused = await send(
    server,
    await addUser(server),
    JSON.stringify({ tasks: [], x: 'x'.repeat(50_000) }).slice(1),
  );
  expect(refused.status).toBe(400);
  expect(await waiting()).toBe(2);
  await goOn();
  await expect.poll(waiting).toBe(0);
  for (const user of users) {
    // The per-account limit lets the next upload in only once the aborted one has ended.
    await expect.poll(async () => (await send(server, user, 'nothing')).status).toBe(400);
    expect(await projects(server, user)).toBe(0);
  }
});

test('a file that takes the database too long is refused by name', async () => {
  const user = await addUser(server);
  await server.database.pool.query(`
    create function give_up() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`);
  await server.database.pool.query(
    'create trigger give_up before insert on tasks for each row execute function give_up()',
  );
  open.push(async () => void (await server.database.pool.query('drop function give_up cascade')));
  expect(await send(server, user, planOf(3))).toMatchObject({
    status: 413,
    body: { error: expect.stringContaining('took longer than the database allows') as string },
  });
  expect(await projects(server, user)).toBe(0);
});
