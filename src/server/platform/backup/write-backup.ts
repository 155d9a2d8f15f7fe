import { Readable, pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { BATCH_CHARACTERS, BATCH_ROWS, type BackupHeader, type BackupTrailer, NOT_BACKED_UP } from './format.ts';

/** Longer rows are fetched one by one, so that a batch of the others stays within its size limit. */
const LIGHT = BATCH_CHARACTERS / BATCH_ROWS;

/** Streams every row of every table from one snapshot (repeatable read), however long the reader takes. */
export function writeBackup(pool: pg.Pool, now: Date): Readable {
  // `pipeline` and not `pipe`: a reader that disconnects must also end the transaction. Errors propagate through the
  // stream.
  return pipeline(Readable.from(backupLines(pool, now)), createGzip(), () => undefined);
}

async function* backupLines(pool: pg.Pool, now: Date): AsyncGenerator<string> {
  const client = await pool.connect();
  let finished = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    yield `${JSON.stringify(await makeHeader(client, now))}\n`;
    const trailer: BackupTrailer = { end: true, tables: 0, rows: 0 };
    for (const { table, columns } of await listTables(client)) {
      trailer.tables += 1;
      yield `${JSON.stringify({ table, columns })}\n`;
      for await (const line of rowLines(client, table, columns)) {
        trailer.rows += 1;
        yield line;
      }
    }
    yield `${JSON.stringify(trailer)}\n`;
    await client.query('commit');
    finished = true;
  } finally {
    // An unfinished transaction: the connection is destroyed instead of being returned to the pool.
    client.release(!finished);
  }
}

async function makeHeader(client: pg.PoolClient, now: Date): Promise<BackupHeader> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return {
    format: 'baton-backup',
    version: 1,
    created_at: now.toISOString(),
    migrations: rows.map(({ name }) => name),
  };
}

/** Tables with their stored columns; generated ones are computed again on restore. */
async function listTables(client: pg.PoolClient): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
       and c.table_name <> all ($1)
     group by 1 order by 1`,
    [NOT_BACKED_UP],
  );
  return rows;
}

async function* rowLines(client: pg.PoolClient, table: string, columns: string[]): AsyncGenerator<string> {
  const chosen = columns.map((column) => `t.${pg.escapeIdentifier(column)}`).join(', ');
  // PostgreSQL serialises the JSON, so that numbers beyond JavaScript's precision are exact.
  const written = `select t.ctid as place, row_to_json(r)::text as line
    from ${pg.escapeIdentifier(table)} t cross join lateral (select ${chosen}) r`;
  // `offset 0` is an optimisation fence: the row is serialised once, not for each reference.
  await client.query(
    `declare backup_rows cursor for
     select place, case when octet_length(line) <= ${LIGHT} then line end as line from (${written} offset 0) w`,
  );
  for (;;) {
    const { rows } = await client.query<{ place: string; line: string | null }>(`fetch ${BATCH_ROWS} from backup_rows`);
    for (const { place, line } of rows) yield `${line ?? (await readHeavy(client, written, place))}\n`;
    if (rows.length < BATCH_ROWS) break;
  }
  await client.query('close backup_rows');
}

/** A row's ctid is stable within the snapshot of the transaction. */
async function readHeavy(client: pg.PoolClient, written: string, place: string): Promise<string> {
  const { rows } = await client.query<{ line: string }>(`${written} where t.ctid = $1::tid`, [place]);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no row at ${place} any more`);
  return row.line;
}
