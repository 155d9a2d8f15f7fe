import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { ZodError } from 'zod';
import { applyMigrations, listMigrationNames } from '../db/migrate.ts';
import { StartError } from '../start-error.ts';
import { BATCH_CHARACTERS, BATCH_ROWS, BackupHeader, BackupTable, BackupTrailer, NOT_BACKED_UP } from './format.ts';
import { readLines } from './read-lines.ts';

/**
 * Fills an empty instance from a backup, wholly or not at all: the schema is built as it was when the backup was made,
 * the rows go in, and then the newer migrations run over them as they would have at an upgrade.
 */
export async function restoreBackup(pool: pg.Pool, archive: Readable): Promise<{ rows: number; createdAt: string }> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await requireEmpty(client);
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const result = await loadLines(client, linesOf(archive));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw isDamage(error) ? notABackup() : error;
  } finally {
    client.release();
  }
}

async function loadLines(
  client: pg.PoolClient,
  lines: AsyncIterable<string>,
): Promise<{ rows: number; createdAt: string }> {
  let header: BackupHeader | undefined;
  let trailer: BackupTrailer | undefined;
  let table: Loader | undefined;
  let rows = 0;
  for await (const line of lines) {
    if (trailer !== undefined) throw notABackup();
    if (header === undefined) {
      header = readHeader(line);
      await buildSchema(client, header.migrations);
    } else if (line.startsWith('{"table":')) {
      await table?.flush();
      table = await openTable(client, line);
    } else if (line.startsWith('{"end":')) {
      await table?.flush();
      trailer = BackupTrailer.parse(JSON.parse(line));
    } else {
      if (table === undefined) throw notABackup();
      await table.add(line);
      rows += 1;
    }
  }
  if (header === undefined || trailer === undefined || trailer.rows !== rows) {
    throw new StartError('The backup is cut off: its end is missing. Nothing was restored.');
  }
  await client.query('set constraints all immediate');
  await switchTriggers(client, 'enable');
  await alterForeignKeys(client, 'not deferrable');
  const names = await listMigrationNames();
  await applyMigrations(
    client,
    names.filter((name) => !header.migrations.includes(name)),
  );
  return { rows, createdAt: header.created_at };
}

function readHeader(line: string): BackupHeader {
  const parsed = BackupHeader.safeParse(JSON.parse(line));
  if (!parsed.success) throw notABackup();
  return parsed.data;
}

/** Drops the empty schema and builds the one of the backup, without the rows that migrations put in. */
async function buildSchema(client: pg.PoolClient, migrations: string[]): Promise<void> {
  const known = new Set(await listMigrationNames());
  const newer = migrations.find((name) => !known.has(name));
  if (newer !== undefined)
    throw new StartError(`The backup was made by a newer Baton (it has ${newer}). Restore it with that version.`);
  await client.query(`do $$ declare item record; begin
    for item in select format('%I', tablename) as name from pg_tables where schemaname = current_schema() loop
      execute 'drop table ' || item.name || ' cascade';
    end loop;
    for item in select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = current_schema()::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
      execute 'drop function ' || item.name || ' cascade';
    end loop;
  end $$`);
  await applyMigrations(client, migrations);
  // Tables come in the order of their names: what a row points at may only be there at the end.
  await alterForeignKeys(client, 'deferrable');
  await client.query('set constraints all deferred');
  await switchTriggers(client, 'disable');
}

/** What triggers derive from other rows is in the backup itself, and must not be derived a second time. */
async function switchTriggers(client: pg.PoolClient, to: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %I %s trigger user', tablename, $1::text) as statement
     from pg_tables where schemaname = current_schema()`,
    [to],
  );
  for (const { statement } of rows) await client.query(statement);
}

async function alterForeignKeys(client: pg.PoolClient, to: 'deferrable' | 'not deferrable'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s alter constraint %I %s', conrelid::regclass, conname, $1::text) as statement
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    [to],
  );
  for (const { statement } of rows) await client.query(statement);
}

interface Loader {
  add(line: string): Promise<void>;
  flush(): Promise<void>;
}

async function openTable(client: pg.PoolClient, line: string): Promise<Loader> {
  const parsed = BackupTable.safeParse(JSON.parse(line));
  if (!parsed.success) throw notABackup();
  const { table, columns } = parsed.data;
  if (!(await isBackedUp(client, table))) throw notABackup();
  const name = pg.escapeIdentifier(table);
  const chosen = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  // Rows that a migration put in. An empty table is left alone: some refuse any delete.
  const { rows: seeded } = await client.query(`select 1 from ${name} limit 1`);
  if (seeded.length > 0) await client.query(`delete from ${name}`);
  let waiting: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    const rows = `[${waiting.join(',')}]`;
    waiting = [];
    characters = 0;
    await client.query(
      `insert into ${name} (${chosen}) select ${chosen} from json_populate_recordset(null::${name}, $1::json)`,
      [rows],
    );
  };
  return {
    flush,
    add: async (row) => {
      if (waiting.length >= BATCH_ROWS || characters + row.length > BATCH_CHARACTERS) await flush();
      waiting.push(row);
      characters += row.length;
    },
  };
}

async function requireEmpty(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select 1 from users) or exists (select 1 from audit_log) as used',
  );
  if (rows[0]?.used === true)
    throw new StartError(
      'A backup can only be restored into an empty instance; this one has accounts. Set BATON_DATA to a new directory, or DATABASE_URL to a new database.',
    );
}

function linesOf(archive: Readable): AsyncGenerator<string> {
  const unpacked = archive.pipe(createGunzip());
  archive.once('error', (error) => unpacked.destroy(error));
  return readLines(unpacked.setEncoding('utf8'));
}

const notABackup = () => new StartError('This file is not a Baton backup. Nothing was restored.');

/** What a file that is not ours, or not whole, does to the reader, the parser and the database: rows that fit no table. */
function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof ZodError) return true;
  return error instanceof Error && 'code' in error && /^(Z_|22|23|42)/.test(String(error.code));
}

async function isBackedUp(client: pg.PoolClient, table: string): Promise<boolean> {
  if (NOT_BACKED_UP.includes(table)) return false;
  const known = 'select 1 from pg_tables where schemaname = current_schema() and tablename = $1';
  return (await client.query(known, [table])).rows.length === 1;
}
