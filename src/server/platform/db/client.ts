import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { Connection } from './connection.ts';
import { type Database, type Tx, connectionOf, transact } from './transact.ts';

// Counts and sizes fit in a JavaScript number; the driver would hand them out as strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export { type Database, type Tx, connectionOf };

export interface DatabaseClient {
  url: string;
  pool: pg.Pool;
  db: Database;
  close(): Promise<void>;
}

/**
 * Every statement here reaches its rows by an index and is said again and again: planning it once is enough, and a plan
 * made while a table was small must not be one that reads it from end to end. Days and hours are by UTC everywhere,
 * also on a PostgreSQL that was set up for another zone.
 */
const SESSION = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c timezone=UTC';

export function connectDatabase(url: string, options: { max: number; log: Logger }): DatabaseClient {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: 'baton',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    // For a database that does not even answer that it gave up: a frozen machine must not freeze every request with it.
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    pipeline: true,
    options: SESSION,
    Client: Connection as unknown as new () => pg.ClientBase,
  });
  // A broken idle connection is replaced on the next query; without a listener it would end the process.
  // The error carries the whole connection, keys and statements included: only its reason belongs in a log.
  pool.on('error', (error) => options.log.warn({ reason: error.message }, 'a database connection was lost'));
  // While somebody holds a connection the pool does not listen, and its next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const transaction: Database['transaction'] = (work, mode) => transact(pool, work, mode);
  const db = Object.assign<Tx, Pick<Database, 'transaction'>>(drizzle({ client: pool }), { transaction });
  return { url, pool, db, close: () => pool.end() };
}
