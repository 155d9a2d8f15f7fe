import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, program } from '#server/platform/db/embedded/binaries.ts';
import { reachableBinaries } from '#server/platform/db/embedded/reachable-binaries.ts';
import { chooseDatabaseUser, own, ownTree, runOnCluster } from '#server/platform/db/embedded/run-as.ts';
import { asArguments } from '#server/platform/db/embedded/settings.ts';
import { migrateDatabase } from '#server/platform/db/migrate.ts';
import { scratchFolder } from './scratch-folder.ts';
import { freePort } from './server-process.ts';

const ROLE = 'baton';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Test data is disposable, and what is killed is a process, not a machine.
  fsync: 'off',
  autovacuum: 'off',
  log_min_messages: 'fatal',
  max_connections: '60',
};

/** A PostgreSQL of the pair; it keeps its port over restarts. */
export interface PairHost {
  port: number;
  url: string;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  query<T extends pg.QueryResultRow>(sql: string): Promise<T[]>;
}

/** A migrated primary and its synchronous standby, streaming, as real processes. */
export interface PostgresPair {
  /** A connection string with both hosts, primary first. */
  url: string;
  primary: PairHost;
  standby: PairHost;
  remove(): Promise<void>;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(scratchFolder(), 'baton-pair-'));
  const user = await chooseDatabaseUser(folder);
  const binaries = await reachableBinaries(await findBinaries(), user);
  const ports = [await freePort(), await freePort()] as const;
  const folders = [join(folder, 'primary'), join(folder, 'standby')] as const;
  await own(folder, user);
  await mkdir(folders[0], { mode: 0o700 });
  await own(folders[0], user);

  const run = (name: 'initdb' | 'postgres', directory: string, words: string[]): ChildProcess => {
    const { options, dataPath } = runOnCluster(directory, user);
    return spawn(program(binaries, name), ['-D', dataPath, ...words], { ...options, stdio: 'ignore' });
  };
  const initdb = run('initdb', folders[0], ['--auth=trust', `--username=${ROLE}`, '--encoding=UTF8', '--no-sync']);
  const [code] = (await once(initdb, 'exit')) as [number];
  if (code !== 0) throw new Error(`initdb ended with ${code}`);

  const hostAt = (place: 0 | 1, settings: Record<string, string>): PairHost => {
    const port = ports[place];
    const url = `postgres://${ROLE}@127.0.0.1:${port}/baton`;
    let child: ChildProcess | undefined;
    const endWithUs = () => child?.kill('SIGKILL');
    process.once('exit', endWithUs);
    const query = <T extends pg.QueryResultRow>(sql: string) => queryAt<T>(url, sql);
    return {
      port,
      url,
      query,
      start: async () => {
        const all = { ...SETTINGS, ...settings, port: String(port) };
        child = run('postgres', folders[place], asArguments(all));
        await untilItAnswers(url.replace(/baton$/, 'postgres'), child);
      },
      kill: async () => {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    };
  };
  const alone = hostAt(0, {});
  await alone.start();
  await queryAt(alone.url.replace(/baton$/, 'postgres'), 'create database baton');
  const pool = new pg.Pool({ connectionString: alone.url, max: 1 });
  await migrateDatabase(pool);
  await pool.end();
  await alone.query('checkpoint');
  await alone.kill();

  // A copy of a stopped primary is a base backup.
  await rm(join(folders[0], 'postmaster.pid'), { force: true });
  await cp(folders[0], folders[1], { recursive: true });
  await writeFile(join(folders[1], 'standby.signal'), '');
  await ownTree(folders[1], user);
  const primary = hostAt(0, { synchronous_standby_names: '*' });
  const standby = hostAt(1, { primary_conninfo: `host=127.0.0.1 port=${ports[0]} user=${ROLE}` });
  await primary.start();
  await standby.start();
  await untilSynchronous(primary);
  return {
    url: `postgres://${ROLE}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/baton`,
    primary,
    standby,
    remove: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function queryAt<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function untilItAnswers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const answers = await queryAt(url, 'select 1').then(
      () => true,
      () => false,
    );
    if (answers) return;
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`);
    await wait(20);
  }
}

async function untilSynchronous(primary: PairHost): Promise<void> {
  for (;;) {
    const rows = await primary.query("select 1 from pg_stat_replication where sync_state = 'sync'");
    if (rows.length > 0) return;
    await wait(20);
  }
}
