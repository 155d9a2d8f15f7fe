import { type NodePgDatabase, drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { guarded } from '../guard.ts';
import type { Connection } from './connection.ts';
import { isReadOnly } from './lost-connection.ts';

export type Tx = Omit<NodePgDatabase, 'transaction' | '$client'>;
export type Database = Tx & {
  transaction<T>(work: (tx: Tx) => Promise<T>, mode?: TransactionMode): Promise<T>;
};

export interface TransactionMode {
  isolationLevel?: 'read committed' | 'repeatable read' | 'serializable';
  accessMode?: 'read only' | 'read write';
}

const connections = new WeakMap<object, Connection>();
const transactions = new WeakMap<Connection, Tx>();

/**
 * The connection of a transaction, for pipelined statements: a query on it is in flight when the call returns, ahead of
 * later ones.
 */
export function connectionOf(tx: Tx): Pick<pg.ClientBase, 'query'> {
  const connection = connections.get(tx);
  if (connection === undefined) throw new Error('the transaction has no connection');
  return connection;
}

/** Runs work in a transaction of its own. */
export async function transact<T>(
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
  { isolationLevel, accessMode }: TransactionMode = {},
): Promise<T> {
  const client = await pool.connect();
  const connection = client as pg.PoolClient & Connection;
  let broken: Error | undefined;
  const onError = guarded((error: Error) => {
    broken ??= error;
  });
  connection.on('error', onError);
  try {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    connection.begin(`${level}${accessMode === undefined ? '' : ` ${accessMode}`}`);
    const result = await work(transactionOn(connection));
    await connection.commit();
    return result;
  } catch (error) {
    if (broken === undefined) await connection.query('rollback').catch(onError);
    // A host that takes no writes any more is not asked again.
    if (isReadOnly(error)) onError(error as Error);
    throw error;
  } finally {
    connection.off('error', onError);
    client.release(broken);
  }
}

function transactionOn(connection: Connection): Tx {
  const known = transactions.get(connection);
  if (known !== undefined) return known;
  const tx: Tx = drizzle({ client: connection });
  transactions.set(connection, tx);
  connections.set(tx, connection);
  return tx;
}
