import type pg from 'pg';
import { type Tx, connectionOf } from './client.ts';

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** Writes sent on a connection in its current transaction. */
const sent = new WeakMap<object, Promise<unknown>[]>();

/**
 * A write that is not awaited (pipelined): it is in flight when this returns, ahead of later statements. `change`
 * awaits all of them at its end, and if one fails nothing commits.
 */
export function send(tx: Tx, statement: Statement): Promise<pg.QueryResult> {
  const connection = connectionOf(tx);
  const running = connection.query(statement);
  running.catch(() => undefined);
  const all = sent.get(connection);
  if (all === undefined) throw new Error('a write was sent outside of a change');
  all.push(running);
  return running;
}

/** Runs work on a transaction and collects what it sends. */
export async function keepSent<T>(tx: Tx, list: Promise<unknown>[], work: () => Promise<T>): Promise<T> {
  const connection = connectionOf(tx);
  sent.set(connection, list);
  try {
    return await work();
  } finally {
    sent.delete(connection);
  }
}

/** The first failure: later ones are only consequences of it (aborted transaction). */
export async function firstFailureOf(all: readonly Promise<unknown>[]): Promise<unknown> {
  const settled = await Promise.allSettled(all);
  return settled.find((each) => each.status === 'rejected')?.reason;
}
