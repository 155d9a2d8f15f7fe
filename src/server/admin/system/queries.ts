import pg from 'pg';
import type { DatabaseReport } from '#contract/admin-system.ts';
import { COUNTED_MAX, STATEMENTS_MAX } from './rules.ts';

type Queryable = Pick<pg.Pool, 'query'>;
type TableReport = DatabaseReport['tables'][number];

interface Facts {
  version: string;
  size: number;
  started_at: Date;
  active: number;
  idle: number;
  max: number;
}

/** Connections to this database only; the connection of this query is not counted as active. */
export async function readFacts(db: Queryable): Promise<Facts> {
  const { rows } = await db.query<Facts>(`
    select version(), pg_database_size(current_database()) as size, pg_postmaster_start_time() as started_at,
      (count(*) filter (where a.state <> 'idle' and a.pid <> pg_backend_pid()))::int as active,
      (count(*) filter (where a.state = 'idle'))::int as idle,
      current_setting('max_connections')::int as max
    from pg_stat_activity a where a.datname = current_database()`);
  const [facts] = rows;
  if (facts === undefined) throw new Error('the database says nothing about itself');
  return facts;
}

/** Every table with its sizes; small ones are counted exactly, for large ones the planner's estimate is used. */
export async function readTables(db: Queryable): Promise<TableReport[]> {
  const { rows } = await db.query<{ name: string; believed: number; bytes: number; index_bytes: number }>(`
    select c.relname as name, greatest(c.reltuples, coalesce(s.n_live_tup, 0), 0)::bigint as believed,
      pg_table_size(c.oid) as bytes, pg_indexes_size(c.oid) as index_bytes
    from pg_class c left join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`);
  const counts = await countRows(
    db,
    rows.filter(({ believed }) => believed < COUNTED_MAX).map(({ name }) => name),
  );
  return rows.map(({ name, believed, bytes, index_bytes: indexBytes }) => {
    const exact = counts.get(name);
    return { name, rows: exact ?? believed, isEstimate: exact === undefined, bytes, indexBytes };
  });
}

async function countRows(db: Queryable, tables: readonly string[]): Promise<Map<string, number>> {
  if (tables.length === 0) return new Map();
  const each = tables.map(
    (name) => `select ${pg.escapeLiteral(name)} as name, count(*) as rows from ${pg.escapeIdentifier(name)}`,
  );
  const { rows } = await db.query<{ name: string; rows: number }>(each.join(' union all '));
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}

/** SQLSTATEs when pg_stat_statements is not installed, not readable for us, or of another version. */
const NOT_FOR_US = new Set(['42P01', '42501', '42703', '55000']);

export interface Statement {
  query: string;
  calls: number;
  mean: number;
  total: number;
}

/**
 * The slowest statements of this database by mean. Only those that read or write rows: utility commands may contain
 * literals.
 */
export async function readStatements(db: Queryable): Promise<Statement[] | null> {
  try {
    const { rows } = await db.query<Statement>(
      `select query, calls, mean_exec_time as mean, total_exec_time as total from pg_stat_statements
       where dbid = (select oid from pg_database where datname = current_database())
         and query ~* '^\\s*(select|insert|update|delete|with|merge)\\M'
       order by mean_exec_time desc limit $1`,
      [STATEMENTS_MAX],
    );
    return rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_FOR_US.has(String(error.code))) return null;
    throw error;
  }
}

const LARGEST = 10;

/** The accounts with the most stored bytes. Each project has one maintained total, so this sums few rows. */
export async function listLargest(db: Queryable): Promise<DatabaseReport['largest']> {
  const { rows } = await db.query<DatabaseReport['largest'][number]>(`
    with most as materialized (
      select user_id, sum(plan + notes + prds + checkpoints)::int8 as bytes from project_sizes
      group by user_id order by bytes desc limit ${LARGEST}
    )
    select u.id, u.email, most.bytes from most join users u on u.id = most.user_id order by most.bytes desc`);
  return rows;
}

export async function listTables(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
  );
  return rows.map(({ name }) => name);
}
