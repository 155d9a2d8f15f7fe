import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { guard } from '../guard.ts';
import type { Logger } from '../log.ts';
import { connectsToWriter, followOn } from './connect-to-writer.ts';
import { Connection } from './connection.ts';
import { listDatabaseHosts } from './database-hosts.ts';
import { type Writer, followWriter } from './follow-writer.ts';
import { isReadOnly } from './lost-connection.ts';
import { type Database, type Tx, connectionOf, transact } from './transact.ts';

// Counts and sizes are within JavaScript's safe integers; the driver would return strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export { type Database, type Tx, connectionOf };

export interface DatabaseClient {
  /** The host to connect to, for connections outside the pool. */
  writer: Writer;
  pool: pg.Pool;
  db: Database;
  close(): Promise<void>;
}

/**
 * Generic plans, and sequential scans only where no index can be used: every statement finds its rows by an index and
 * is repeated, so planning it once is enough, and a plan made while a table was small must not scan it in full later.
 * UTC on every connection, whatever the server's zone.
 */
const SESSION = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c timezone=UTC';

export function connectDatabase(url: string, options: { max: number; log: Logger }): DatabaseClient {
  const writer = followWriter(url, options.log);
  const pool = new pg.Pool({
    connectionString: listDatabaseHosts(url)[0]?.url ?? url,
    max: options.max,
    application_name: 'baton',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    // A client-side timeout for a database that does not even report its statement timeout: a frozen machine must not
    // block every request.
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    pipeline: true,
    options: SESSION,
    Client: Connection as unknown as new () => pg.ClientBase,
    ...(writer.isChoice ? connectsToWriter(writer) : {}),
  });
  // A broken idle connection is replaced on the next query; without a listener the event would end the process. The
  // error object contains the whole connection, credentials and statements included: only its message is logged.
  guard(pool).on('error', (error) => options.log.warn({ reason: error.message }, 'a database connection was lost'));
  // While a client is checked out the pool has no error listener; its next statement rejects anyway.
  guard(pool).on('connect', (client) => client.on('error', () => undefined));
  if (writer.isChoice) followOn(pool, writer);
  pool.query = queryKeepingConnection(pool, writer) as typeof pool.query;
  const transaction: Database['transaction'] = (work, mode) => transact(pool, work, mode);
  const db = Object.assign<Tx, Pick<Database, 'transaction'>>(drizzle({ client: pool }), { transaction });
  const close = async () => {
    await writer.close();
    await pool.end();
  };
  return { writer, pool, db, close };
}

/**
 * pg's own `pool.query` closes the connection of every failed statement. A refused claim is a failed statement: while
 * agents compete for a task, each refusal would cost a new connection and the preparation of all its statements.
 */
function queryKeepingConnection(pool: pg.Pool, writer: Writer) {
  const query = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      return await client.query(statement, values);
    } catch (error) {
      if (!isRefusal(error) || isReadOnly(error)) broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  };
  if (!writer.isChoice) return query;
  // A statement that a host refused because it takes no writes any more did nothing: it is sent to the one that does.
  return (statement: pg.QueryConfig, values?: unknown[]) =>
    query(statement, values).catch((error: unknown) => {
      if (!isReadOnly(error)) throw error;
      return query(statement, values);
    });
}

/** The server answered and goes on listening: not a lost connection, a timeout or a server that shuts down. */
const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR';
