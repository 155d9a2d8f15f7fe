import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Connection, connectionUrl, startEmbeddedPostgres } from '#server/platform/db/embedded/index.ts';
import { findPostmaster, isAlive } from '#server/platform/db/embedded/postmaster.ts';
import { migrateDatabase } from '#server/platform/db/migrate.ts';
import { template } from './database.ts';
import { scratchFolder } from './scratch-folder.ts';

const prefix = 'baton-test-';

/** Test data is disposable: no fsync, and no background work. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // Parallel test files start several servers each.
  max_connections: '300',
};

/** A PostgreSQL with a migrated template, for a test run. */
export async function startTestPostgres(
  more: Record<string, string> = {},
): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const folder = scratchFolder();
  await removeLeftovers(folder);
  const directory = await mkdtemp(join(folder, `${prefix}${process.pid}-`));
  const { connection, stop } = await startEmbeddedPostgres({ directory, settings: { ...settings, ...more } });
  const end = async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  };
  await makeTemplate(connection).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  return { connection, stop: end };
}

async function makeTemplate(connection: Connection): Promise<void> {
  const admin = new pg.Client({ connectionString: connectionUrl(connection) });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${template}`);
  await admin.end();
  const pool = new pg.Pool({ connectionString: connectionUrl(connection, template), max: 1 });
  await migrateDatabase(pool);
  await pool.end();
}

/** A killed run leaves its PostgreSQL running. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of names.filter((left) => !isAlive(Number(left.slice(prefix.length).split('-')[0])))) {
    const directory = join(folder, name);
    const found = await lstat(directory).catch(() => undefined);
    // In a world-writable folder only our own files are removed.
    if (found?.uid !== process.getuid?.()) continue;
    const { running } = await findPostmaster(join(directory, 'postgres', 'cluster'));
    if (running) process.kill(running.pid, 'SIGQUIT');
    await rm(directory, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}
