import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { StartError } from '../start-error.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
/** Key of the advisory lock that every server takes before it reads the schema version. */
const LOCK = 4_712_001;
const OLDEST_POSTGRES = 150_000;
const MIGRATIONS_TABLE =
  'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())';

interface Migration {
  name: string;
  sql: string;
  hash: string;
}

/** Migrates the schema in one transaction. Servers that start together wait for each other. */
export async function migrateDatabase(pool: pg.Pool, folder: string = FOLDER): Promise<{ applied: string[] }> {
  const known = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await requireSupportedVersion(client);
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(MIGRATIONS_TABLE);
    const pending = await findPending(client, known);
    for (const migration of pending) await apply(client, migration);
    await client.query('commit');
    return { applied: pending.map(({ name }) => name) };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Applies the given migrations in order, inside the caller's transaction. */
export async function applyMigrations(client: pg.PoolClient, names: string[], folder: string = FOLDER): Promise<void> {
  await client.query(MIGRATIONS_TABLE);
  const known = new Map((await readMigrations(folder)).map((migration) => [migration.name, migration]));
  for (const name of names.toSorted()) {
    const migration = known.get(name);
    if (migration === undefined) throw new Error(`there is no migration ${name}`);
    await apply(client, migration);
  }
}

/** The migrations a database must have to be served by this version. */
export async function listMigrationNames(folder: string = FOLDER): Promise<string[]> {
  return (await readMigrations(folder)).map(({ name }) => name);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function requireSupportedVersion(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ number: string; text: string }>(
    "select current_setting('server_version_num') as number, current_setting('server_version') as text",
  );
  if (Number(rows[0]?.number ?? 0) >= OLDEST_POSTGRES) return;
  throw new StartError(`DATABASE_URL leads to PostgreSQL ${rows[0]?.text ?? '?'}; Baton needs version 15 or newer.`);
}

async function findPending(client: pg.PoolClient, known: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
  const applied = new Map(rows.map(({ name, hash }) => [name, hash]));
  const names = new Set(known.map(({ name }) => name));
  const foreign = [...applied.keys()].find((name) => !names.has(name));
  if (foreign !== undefined) {
    throw new StartError(
      `The database was written by a newer Baton (it has ${foreign}). Start that version, or a newer one.`,
    );
  }
  const changed = known.find(({ name, hash }) => applied.has(name) && applied.get(name) !== hash);
  if (changed !== undefined)
    throw new StartError(`The migration ${changed.name} differs from the one this database has seen.`);
  return known.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  for (const statement of migration.sql.split('--> statement-breakpoint')) {
    if (statement.trim() !== '') await client.query(statement);
  }
  await client.query('insert into migrations (name, hash) values ($1, $2)', [migration.name, migration.hash]);
}
