import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { lchown, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Connection, connectionUrl, type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { isPostmasterOf } from './postmaster.ts';
import { askRun } from '#test/ask-run.ts';
import { PATIENT } from '#test/patience.ts';
import { scratchFolder } from '#test/scratch-folder.ts';

const settings = { fsync: 'off' };
const nobody = 65_534;
const asRoot = process.getuid?.() === 0;

type Started = { connection: Connection; adopted: boolean; pid: number };

let server = '';
let root = '';
const firstLines: string[] = [];
const folders: string[] = [];
const postmasters = new Map<number, string>();
const sockets = new Set<string>();
const processes: ChildProcess[] = [];
const holds: EmbeddedPostgres[] = [];

beforeAll(async () => {
  server = await askRun<string>('bundle/test/embedded-server.ts');
  root = await newFolder();
  const first = await start(root, (line) => firstLines.push(line));
  expect(first.adopted).toBe(false);
  await addRow(first.connection, 'first');
  await first.stop();
});

afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const hold of holds.splice(0)) await hold.stop();
  for (const [pid, directory] of postmasters) {
    if (await isPostmasterOf(clusterOf(directory), pid)) process.kill(pid, 'SIGQUIT');
    await vi.waitFor(async () => expect(await isPostmasterOf(clusterOf(directory), pid)).toBe(false), PATIENT);
  }
  postmasters.clear();
});

afterAll(async () => {
  for (const folder of [...folders, ...sockets])
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(scratchFolder(), 'baton-embedded-'));
  folders.push(folder);
  return folder;
}

const clusterOf = (directory: string) => join(directory, 'postgres', 'cluster');

/** Starts in this process. */
async function start(directory = root, report?: (line: string) => void): Promise<EmbeddedPostgres> {
  const hold = await startEmbeddedPostgres({ directory, settings, ...(report && { report }) });
  holds.push(hold);
  postmasters.set(hold.pid, directory);
  sockets.add(hold.connection.host);
  return hold;
}

function spawnServer(directory: string, uid?: number): ChildProcess {
  const child = spawn(process.execPath, [server, directory, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  processes.push(child);
  return child;
}

/** Starts in a child process, which can be killed. */
async function startServer(directory = root, uid?: number): Promise<Started & { child: ChildProcess }> {
  const child = spawnServer(directory, uid);
  const complaint = text(child.stderr!);
  for await (const line of createInterface({ input: child.stdout! })) {
    const started = JSON.parse(line) as Started;
    postmasters.set(started.pid, directory);
    sockets.add(started.connection.host);
    return { ...started, child };
  }
  throw new Error(`the server did not start: ${await complaint}`);
}

async function refusal(directory: string, uid?: number): Promise<string> {
  const child = spawnServer(directory, uid);
  const [complaint, code] = await Promise.all([text(child.stderr!), exitOf(child)]);
  expect(code).toBe(1);
  return complaint.trim();
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = exitOf(child);
  child.kill('SIGKILL');
  await gone;
}

async function query<T extends pg.QueryResultRow>(connection: Connection, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: connectionUrl(connection) });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function addRow(connection: Connection, name: string): Promise<void> {
  await query(connection, `CREATE TABLE IF NOT EXISTS kept (name text); INSERT INTO kept VALUES ('${name}')`);
}

async function rowNames(connection: Connection): Promise<string[]> {
  const rows = await query<{ name: string }>(connection, 'SELECT name FROM kept ORDER BY name');
  return rows.map(({ name }) => name);
}

/** On a busy machine the progress message about waiting appears. */
const withoutWaits = (lines: string[]) => lines.filter((line) => !line.startsWith('Waiting for'));

async function drafts(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name !== 'postgres');
}

describe('a database from start to start', () => {
  it('is set up at the first start, behind a private socket and an ordinary role', async () => {
    expect(withoutWaits(firstLines)).toEqual(['Setting up the database…']);
    const { connection } = await start();
    const [found] = await query(
      connection,
      `SELECT current_database() AS database, current_setting('listen_addresses') AS network, current_setting('TimeZone') AS zone,
         current_setting('server_version_num')::int / 10000 AS major, current_setting('password_encryption') AS login,
         (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
         (SELECT count(*)::int > 0 FROM pg_stat_statements) AS statements,
         lower('ÄÖ') AS lower, 'Z' < 'a' AS by_code_point`,
    );
    expect(found).toEqual({
      database: 'baton',
      network: '',
      zone: 'UTC',
      major: 18,
      login: 'scram-sha-256',
      superuser: false,
      statements: true,
      lower: 'äö',
      by_code_point: true,
    });
    expect(statSync(join(root, 'postgres', 'password')).mode & 0o777).toBe(0o600);
    expect(statSync(connection.host).mode & 0o777).toBe(0o700);
    expect(await drafts(root)).toEqual([]);
  });

  it('lets nobody in with another password or another role', async () => {
    const { connection } = await start();
    await expect(query({ ...connection, password: 'guess' }, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    await expect(query({ ...connection, user: 'postgres' }, 'SELECT 1')).rejects.toMatchObject({ code: '28000' });
  });

  it('keeps its rows over a stop and a start', async () => {
    const { connection, adopted } = await start();
    expect(adopted).toBe(false);
    expect(await rowNames(connection)).toEqual(['first']);
  });

  it('leaves no process, socket or signature behind when it is stopped', async () => {
    const hold = await start();
    await hold.stop();
    expect(await isPostmasterOf(clusterOf(root), hold.pid)).toBe(false);
    expect(existsSync(hold.connection.host)).toBe(false);
    expect(existsSync(join(root, 'postgres', 'in-use'))).toBe(false);
  });

  it('is adopted when the server alone was killed', async () => {
    const first = await startServer();
    await addRow(first.connection, 'killed');
    await kill(first.child);

    const next = await start();
    expect(next).toMatchObject({ adopted: true, pid: first.pid });
    expect(await rowNames(next.connection)).toContain('killed');
  });

  it('comes back with every row when server and database are killed together, again and again', async () => {
    for (const name of ['round 1', 'round 2', 'round 3']) {
      const { child, pid, connection } = await startServer();
      await addRow(connection, name);
      const gone = kill(child);
      process.kill(pid, 'SIGKILL');
      await gone;
    }
    const { adopted, connection } = await start();
    expect(adopted).toBe(false);
    expect(await rowNames(connection)).toEqual(expect.arrayContaining(['round 1', 'round 2', 'round 3']));
  });

  it('is waited for while it shuts down', async () => {
    const first = await startServer();
    await kill(first.child);
    process.kill(first.pid, 'SIGINT');
    const next = await start();
    expect(next.adopted).toBe(false);
    expect(next.pid).not.toBe(first.pid);
  });

  it('is waited for while a session of a killed one still holds its memory', async () => {
    const first = await startServer();
    const session = new pg.Client({ connectionString: connectionUrl(first.connection) });
    session.on('error', () => undefined);
    await session.connect();
    const { rows } = await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const lingering = rows[0]!.pid;
    process.kill(lingering, 'SIGSTOP');
    const gone = kill(first.child);
    process.kill(first.pid, 'SIGKILL');
    await gone;

    const next = await start(root, (line) => {
      if (line === 'Waiting for the previous database process…') process.kill(lingering, 'SIGCONT');
    });
    expect(next.adopted).toBe(false);
    expect(await rowNames(next.connection)).toContain('first');
  });

  it('is started again at the same place when it dies under a living server', async () => {
    const lines: string[] = [];
    const hold = await start(root, (line) => lines.push(line));
    const before = hold.pid;
    process.kill(before, 'SIGKILL');
    await vi.waitFor(() => expect(hold.pid).not.toBe(before), PATIENT);
    postmasters.set(hold.pid, root);
    expect(await rowNames(hold.connection)).toContain('first');
    expect(withoutWaits(lines)).toEqual(['The database has gone away; starting it again…']);
  });

  it('is not started again when it is stopped while it is gone', async () => {
    const hold = await start();
    process.kill(hold.pid, 'SIGKILL');
    await hold.stop();
    expect(await isPostmasterOf(clusterOf(root), hold.pid)).toBe(false);
    expect((await start()).adopted).toBe(false);
  });
});

describe('several servers', () => {
  it('share one database, and the last one to stop ends it', async () => {
    const first = await start();
    const second = await startServer();
    expect(second).toMatchObject({ adopted: true, pid: first.pid });

    await first.stop();
    expect(await rowNames(second.connection)).toContain('first');

    const gone = exitOf(second.child);
    second.child.stdin!.end();
    expect(await gone).toBe(0);
    expect(await isPostmasterOf(clusterOf(root), second.pid)).toBe(false);
  });

  it('do not lose the database to one that stops while a pool of another still uses it', async () => {
    const hold = await start();
    const pool = new pg.Client({ connectionString: connectionUrl(hold.connection), application_name: 'baton' });
    await pool.connect();
    await hold.stop();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('that stop at the same moment end it together', async () => {
    const [first, second] = [await start(), await start()];
    await Promise.all([first.stop(), second.stop()]);
    expect(await isPostmasterOf(clusterOf(root), first.pid)).toBe(false);
  });

  it('that start at the same moment agree on one database', async () => {
    const started = await Promise.all([startServer(), startServer(), startServer()]);
    expect(new Set(started.map(({ pid }) => pid)).size).toBe(1);
    expect(started.filter(({ adopted }) => !adopted)).toHaveLength(1);
  });

  it('that make the same new database at the same moment agree on one', async () => {
    const directory = await newFolder();
    const [first, second] = await Promise.all([startServer(directory), startServer(directory)]);
    expect(first.pid).toBe(second.pid);
    expect(first.adopted).not.toBe(second.adopted);
    await addRow(first.connection, 'shared');
    expect(await rowNames(second.connection)).toEqual(['shared']);
    expect(await drafts(directory)).toEqual([]);
  });
});

describe('what an unlucky past left behind', () => {
  it('a first start killed half-way is cleaned up by the next', async () => {
    const directory = await newFolder();
    const child = spawnServer(directory);
    const hasBegun = () => readdirSync(directory).some((name) => existsSync(join(directory, name, 'cluster', 'base')));
    await vi.waitFor(() => expect(hasBegun()).toBe(true), { ...PATIENT, interval: 5 });
    await kill(child);
    expect(await drafts(directory)).toHaveLength(1);

    const { connection } = await start(directory);
    await addRow(connection, 'works');
    expect(await drafts(directory)).toEqual([]);
  });

  it('a lock file whose process number belongs to somebody else now does not block the start', async () => {
    await (await start()).stop();
    const { uid, gid } = statSync(clusterOf(root));
    const stranger = spawn('sleep', ['60'], { uid, gid });
    processes.push(stranger);
    await writeFile(
      join(clusterOf(root), 'postmaster.pid'),
      `${stranger.pid}\n${clusterOf(root)}\n1700000000\n5432\n/tmp\n\n`,
    );
    chownSync(join(clusterOf(root), 'postmaster.pid'), uid, gid);

    const { adopted, connection } = await start();
    expect(adopted).toBe(false);
    expect(await rowNames(connection)).toContain('first');
  });

  it('an old empty lock file, as a power cut leaves it, does not block the start', async () => {
    const lock = join(clusterOf(root), 'postmaster.pid');
    await writeFile(lock, '');
    const { uid, gid } = statSync(clusterOf(root));
    chownSync(lock, uid, gid);
    await utimes(lock, 1_700_000_000, 1_700_000_000);
    expect((await start()).adopted).toBe(false);
  });

  it('a database that was deleted while it ran does not block a new one in its place', async () => {
    const directory = await newFolder();
    const first = await startServer(directory);
    await kill(first.child);
    // The running database keeps writing while its files are deleted.
    await rm(join(directory, 'postgres'), { recursive: true, maxRetries: 20, retryDelay: 50 });
    const next = await start(directory);
    expect(next.adopted).toBe(false);
    expect(next.connection.password).not.toBe(first.connection.password);
  });

  it.runIf(asRoot)('files that came back from a backup as root are handed to the database user', async () => {
    const entries = await readdir(clusterOf(root), { recursive: true });
    for (const entry of [...entries, '.']) await lchown(join(clusterOf(root), entry), 0, 0);
    expect(await rowNames((await start()).connection)).toContain('first');
  });
});

describe('where and as whom it runs', () => {
  it('works in a directory too deep for a socket', async () => {
    const directory = join(await newFolder(), 'a-long-name-in-a-deep-tree'.repeat(4), 'another-long-name'.repeat(4));
    const { connection } = await start(directory);
    await addRow(connection, 'deep');
    expect(Buffer.byteLength(join(connection.host, '.s.PGSQL.5432'))).toBeLessThanOrEqual(103);
  });

  it.runIf(asRoot)('does not run as root, and keeps its directory closed to others', async () => {
    const { pid } = await start();
    expect(statSync(root).mode & 0o077).toBe(0);
    const { uid } = statSync(clusterOf(root));
    expect(uid).not.toBe(0);
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${uid}\\s`, 'm'));
  });

  it.runIf(asRoot)('works for an ordinary user from the first start to a clean stop', async () => {
    const directory = await newFolder();
    chownSync(directory, nobody, nobody);
    const first = await startServer(directory, nobody);
    await addRow(first.connection, 'mine');
    await kill(first.child);
    const second = await startServer(directory, nobody);
    expect(second).toMatchObject({ adopted: true, pid: first.pid });
    const gone = exitOf(second.child);
    second.child.stdin!.end();
    expect(await gone).toBe(0);

    const asRootAgain = await start(directory);
    expect(await rowNames(asRootAgain.connection)).toEqual(['mine']);
    await asRootAgain.stop();
    expect(await rowNames((await startServer(directory, nobody)).connection)).toEqual(['mine']);
  });
});

describe('a start that cannot succeed says why in one line', () => {
  it('when the data directory cannot be written to', async () => {
    const directory = await newFolder();
    chmodSync(directory, 0o555);
    const said = await refusal(join(directory, 'data'), asRoot ? nobody : undefined);
    expect(said).toBe(
      `The data directory ${join(directory, 'data')} cannot be written to (EACCES): make it writable for this user, or set BATON_DATA to another folder.`,
    );
  });

  it('when the data directory is a file', async () => {
    const file = join(await newFolder(), 'data');
    await writeFile(file, '');
    expect(await refusal(file)).toMatch(/^The data directory .* cannot be written to \(EEXIST\)/);
  });

  it.runIf(asRoot)('when the database belongs to another user', async () => {
    const directory = await newFolder();
    chownSync(directory, nobody, nobody);
    await mkdir(join(directory, 'postgres'));
    expect(await refusal(directory, nobody)).toMatch(/belongs to another user \(uid 0\): start Baton as that user/);
  });

  it('when the files are of another major version', async () => {
    const directory = await newFolder();
    await mkdir(clusterOf(directory), { recursive: true });
    await writeFile(join(clusterOf(directory), 'PG_VERSION'), '17\n');
    await expect(start(directory)).rejects.toThrow(
      /was written by PostgreSQL 17 and this Baton brings PostgreSQL 18: /,
    );
  });

  it('when something else lies where the database should be', async () => {
    const directory = await newFolder();
    await mkdir(join(directory, 'postgres'));
    await writeFile(join(directory, 'postgres', 'holiday.jpg'), '');
    await expect(start(directory)).rejects.toThrow(/holds something that is not a Baton database: move it away/);
    expect(await drafts(directory)).toEqual([]);
  });

  it('when PostgreSQL refuses, with its own last words', async () => {
    const attempt = startEmbeddedPostgres({ directory: root, settings: { shared_buffers: 'plenty' } });
    await expect(attempt).rejects.toThrow(
      /^The database did not start: FATAL: {2}invalid value for parameter "shared_buffers"/,
    );
  });
});
