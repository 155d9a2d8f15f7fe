import type pg from 'pg';
import { NOT_BACKED_UP } from '#server/platform/backup/format.ts';

/** One line per backed-up table: number of rows, and a hash over all of them. */
export async function rowHashes(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [NOT_BACKED_UP],
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ hash: string }>(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from ${name} t`,
    );
    hashes[name] = rows[0]?.hash ?? '';
  }
  return hashes;
}
