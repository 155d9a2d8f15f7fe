import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { applyMigrations, listMigrationNames } from '../db/migrate.ts';
import { guard } from '../guard.ts';
import { StartError } from '../start-error.ts';
import { type ReadSoFar, cutOff, damaged, explainDamage, notABackup } from './explain-damage.ts';
import { BATCH_CHARACTERS, BATCH_ROWS, BackupHeader, BackupTable, BackupTrailer, NOT_BACKED_UP } from './format.ts';
import { readLines } from './read-lines.ts';

/**
 * Restores a backup into an empty instance in one transaction: builds the schema as of the backup, unless it is this
 * one, inserts the rows, and runs the newer migrations over them, as an upgrade would have.
 */
export async function restoreBackup(pool: pg.Pool, archive: Readable): Promise<{ rows: number; createdAt: string }> {
  const client = await pool.connect();
  const at: ReadSoFar = { line: 0, table: undefined, isBackup: false };
  try {
    await client.query('begin');
    await requireEmpty(client);
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const result = await loadLines(client, linesOf(archive), at);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw explainDamage(error, at);
  } finally {
    client.release();
  }
}

async function loadLines(
  client: pg.PoolClient,
  lines: AsyncIterable<string>,
  at: ReadSoFar,
): Promise<{ rows: number; createdAt: string }> {
  let header: BackupHeader | undefined;
  let trailer: BackupTrailer | undefined;
  let table: Loader | undefined;
  let rows = 0;
  const filled = new Set<string>();
  for await (const line of lines) {
    at.line += 1;
    if (trailer !== undefined) throw damaged(at, 'something follows its end');
    if (header === undefined) {
      header = readHeader(line);
      at.isBackup = true;
      await prepareSchema(client, header.migrations);
    } else if (line.startsWith('{"table":')) {
      await table?.flush();
      const named = readTable(line);
      if (filled.has(named.table)) throw damaged(at, `the table ${named.table} is in it twice`);
      filled.add(named.table);
      at.table = named.table;
      table = await openTable(client, named, at);
    } else if (line.startsWith('{"end":')) {
      await table?.flush();
      trailer = BackupTrailer.parse(JSON.parse(line));
    } else {
      if (table === undefined) throw damaged(at, 'a row belongs to no table');
      await table.add(line);
      rows += 1;
    }
  }
  if (header === undefined) throw notABackup();
  if (trailer === undefined) throw cutOff(at);
  if (trailer.rows !== rows || trailer.tables !== filled.size)
    throw damaged(at, `it has ${filled.size} tables and ${rows} rows, and says ${trailer.tables} and ${trailer.rows}`);
  await client.query('set constraints all immediate');
  await switchTriggers(client, 'enable');
  await alterForeignKeys(client, 'not deferrable');
  const names = await listMigrationNames();
  await applyMigrations(
    client,
    names.filter((name) => !header.migrations.includes(name)),
  );
  // The search index is not in a backup: all texts are queued for indexing, and unindexed ones are found by a scan
  // meanwhile.
  await client.query('select queue_all_texts()');
  return { rows, createdAt: header.created_at };
}

function readHeader(line: string): BackupHeader {
  const parsed = BackupHeader.safeParse(JSON.parse(line));
  if (!parsed.success) throw notABackup();
  return parsed.data;
}

/** The schema of the backup, ready to take rows of any table in any order. */
async function prepareSchema(client: pg.PoolClient, migrations: string[]): Promise<void> {
  const known = new Set(await listMigrationNames());
  const newer = migrations.find((name) => !known.has(name));
  if (newer !== undefined)
    throw new StartError(`The backup was made by a newer Baton (it has ${newer}). Restore it with that version.`);
  const isSame = await hasMigrations(client, migrations);
  if (!isSame) await buildSchema(client, migrations);
  // Tables come in alphabetical order: foreign keys are checked at the end.
  await alterForeignKeys(client, 'deferrable');
  await client.query('set constraints all deferred');
  await switchTriggers(client, 'disable');
  // With the triggers disabled, because some refuse to remove anything.
  if (isSame) await emptyTables(client);
}

/** Whether the database has these migrations and no others. Running them all takes a second or more. */
async function hasMigrations(client: pg.PoolClient, names: string[]): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  return new Set(rows.map(({ name }) => name)).symmetricDifference(new Set(names)).size === 0;
}

/** Removes the rows that migrations and servers insert into an instance without accounts, and lets no others in. */
async function emptyTables(client: pg.PoolClient): Promise<void> {
  await client.query(`do $$ declare item record; has_rows boolean; begin
    for item in select format('%I', tablename) as name from pg_tables
      where schemaname = current_schema() and tablename <> 'migrations' loop
      execute 'lock table ' || item.name || ' in share row exclusive mode';
      execute 'select exists (select 1 from ' || item.name || ')' into has_rows;
      if has_rows then execute 'truncate ' || item.name || ' cascade'; end if;
    end loop;
  end $$`);
}

/** Drops the empty schema and builds the one of the backup. */
async function buildSchema(client: pg.PoolClient, migrations: string[]): Promise<void> {
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
}

/** Derived values are in the backup, so the triggers that maintain them are disabled while rows are inserted. */
async function switchTriggers(client: pg.PoolClient, to: 'disable' | 'enable'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s %s trigger user', c.oid::regclass, $1::text) as statement from pg_class c
     where c.relnamespace = current_schema()::regnamespace
       and exists (select 1 from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)`,
    [to],
  );
  for (const { statement } of rows) await client.query(statement);
  if (to === 'disable') await keepRules(client);
}

/** Validation triggers (all named `valid`) stay enabled: they derive nothing, and no invalid row may get in. */
async function keepRules(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s enable trigger valid', t.tgrelid::regclass) as statement
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = 'valid' and not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { statement } of rows) await client.query(statement);
}

async function alterForeignKeys(client: pg.PoolClient, to: 'deferrable' | 'not deferrable'): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s ', conrelid::regclass)
       || string_agg(format('alter constraint %I %s', conname, $1::text), ', ') as statement
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace group by conrelid`,
    [to],
  );
  for (const { statement } of rows) await client.query(statement);
}

interface Loader {
  add(line: string): Promise<void>;
  flush(): Promise<void>;
}

const readTable = (line: string) => BackupTable.parse(JSON.parse(line));

async function openTable(
  client: pg.PoolClient,
  { table, columns }: ReturnType<typeof readTable>,
  at: ReadSoFar,
): Promise<Loader> {
  if (!(await isBackedUp(client, table))) throw damaged(at, 'that table is none of Baton’s');
  const known = await listColumns(client, table);
  const unknown = columns.find((column) => !known.has(column));
  if (unknown !== undefined) throw damaged(at, `it has a column ${unknown} that Baton does not know`);
  const name = pg.escapeIdentifier(table);
  const chosen = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  // Rows inserted by a migration. Empty tables are skipped: some refuse any delete.
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
  guard(archive).once('error', (error) => unpacked.destroy(error));
  return readLines(unpacked.setEncoding('utf8'));
}

async function isBackedUp(client: pg.PoolClient, table: string): Promise<boolean> {
  if (NOT_BACKED_UP.includes(table)) return false;
  const known = 'select 1 from pg_tables where schemaname = current_schema() and tablename = $1';
  return (await client.query(known, [table])).rows.length === 1;
}

async function listColumns(client: pg.PoolClient, table: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return new Set(rows.map(({ name }) => name));
}
