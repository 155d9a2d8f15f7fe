import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionUrl } from '#server/platform/db/embedded/index.ts';
import { type TestDatabase, createTestDatabase, postgresOfRun } from '#test/database.ts';
import { type Env, type Identity, freePort, runBaton } from '#test/server-process.ts';

/** Root may write anywhere; on Linux and macOS nobody may not. */
const ordinaryUser: Identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let folder = '';
let database: TestDatabase;
let env: Env = {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-refusal-'));
  await chmod(folder, 0o755);
  database = await createTestDatabase();
  env = { BATON_DATA: join(folder, 'data'), DATABASE_URL: database.url, PORT: String(await freePort()) };
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The single line of a start that fails. */
async function refusal(change: Env, identity: Identity = {}): Promise<string> {
  const { code, signal, stdout, stderr } = await runBaton(['serve'], { ...env, ...change }, identity);
  expect({ code, signal }).toEqual({ code: 1, signal: null });
  expect(stdout).not.toContain('ready');
  expect(stderr).toMatch(/^baton: [^\n]+\n$/);
  return stderr.trim();
}

describe.concurrent('a start that cannot succeed says why in one line', () => {
  test('when the port is taken', async () => {
    const holder: Server = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const said = await refusal({ PORT: String(port) });
    holder.close();
    expect(said).toBe(`baton: Port ${port} is taken. Stop what uses it, or choose another, such as PORT=${port + 1}.`);
  });

  test('when the address to listen on is not of this machine', async () => {
    expect(await refusal({ HOST: '203.0.113.7' })).toBe(
      'baton: HOST takes an address of this machine; 203.0.113.7 is not one.',
    );
  });

  test('when the data directory is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await refusal({ BATON_DATA: file, DATABASE_URL: '' })).toMatch(
      /cannot be written to \(EEXIST\): make it writable for this user, or set BATON_DATA to another folder\.$/,
    );
  });

  test('when the data directory cannot be written to', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed);
    await chmod(closed, 0o555);
    const said = await refusal({ BATON_DATA: join(closed, 'data'), DATABASE_URL: '' }, ordinaryUser);
    expect(said).toMatch(
      /cannot be written to \(EACCES\): make it writable for this user, or set BATON_DATA to another folder\.$/,
    );
  });

  test('when the data directory lies below a file', async () => {
    const file = join(folder, 'parent');
    await writeFile(file, '');
    expect(await refusal({ BATON_DATA: join(file, 'data'), DATABASE_URL: '' })).toMatch(
      /cannot be written to \(ENOTDIR\): make it writable for this user, or set BATON_DATA to another folder\.$/,
    );
  });

  test.each([
    ['PORT', 'eighty', 'a port number'],
    ['DATABASE_URL', 'mysql://db/baton', 'a PostgreSQL address'],
    ['BATON_SECRET', 'short', 'at least 32 random characters'],
  ])('when %s is %s', async (name, value, takes) => {
    const said = await refusal({ [name]: value });
    expect(said).toContain(`baton: ${name} takes ${takes}`);
  });

  test('when Google is configured by half', async () => {
    expect(await refusal({ GOOGLE_CLIENT_ID: 'half' })).toBe(
      'baton: GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set together or not at all.',
    );
  });
});

describe.concurrent('a database that cannot be used is named in one line', () => {
  const advice =
    /^baton: The database of DATABASE_URL cannot be used: .+\. Check the address, the password and that it is running\.$/;

  test('when nobody listens there', async () => {
    const said = await refusal({ DATABASE_URL: `postgres://baton:secret-word@127.0.0.1:${await freePort()}/baton` });
    expect(said).toMatch(advice);
    expect(said).toContain('ECONNREFUSED');
    expect(said).not.toContain('secret-word');
  });

  test('when the password is wrong', async () => {
    const said = await refusal({ DATABASE_URL: connectionUrl({ ...(await postgresOfRun()), password: 'guess' }) });
    expect(said).toMatch(advice);
    expect(said).toContain('password authentication failed');
  });

  test('when there is no such database', async () => {
    const said = await refusal({ DATABASE_URL: connectionUrl(await postgresOfRun(), 'nowhere') });
    expect(said).toMatch(advice);
    expect(said).toContain('database "nowhere" does not exist');
  });

  test('when a newer version has written to it', async () => {
    const newer = await createTestDatabase();
    await query(newer.url, `insert into migrations (name, hash) values ('29990101000000_from_the_future', '')`);
    const said = await refusal({ DATABASE_URL: newer.url });
    await newer.drop();
    expect(said).toBe(
      'baton: The database was written by a newer Baton (it has 29990101000000_from_the_future). Start that version, or a newer one.',
    );
  });

  test('when its servers have another secret', async () => {
    const shared = await createTestDatabase();
    const first = await runBaton(['migrate'], { ...env, DATABASE_URL: shared.url, BATON_SECRET: 'a'.repeat(32) });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const said = await refusal({ DATABASE_URL: shared.url, BATON_SECRET: 'b'.repeat(32) });
    await shared.drop();
    expect(said).toBe('baton: This database belongs to servers with another BATON_SECRET; set the same on each.');
  });
});

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
