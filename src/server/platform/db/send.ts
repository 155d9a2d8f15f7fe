import type pg from 'pg';
import { type Tx, connectionOf } from './client.ts';

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

/** What was sent on a connection in the transaction that runs on it. */
const sent = new WeakMap<object, Promise<unknown>[]>();

/**
 * A write nobody waits for: it is on its way when this returns, ahead of everything that is said later. The change it is
 * part of waits for all of them at its end, and where one fails it commits nothing.
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

/** Runs work on a transaction and keeps what it sends in a list. */
export async function keepSent<T>(tx: Tx, list: Promise<unknown>[], work: () => Promise<T>): Promise<T> {
  const connection = connectionOf(tx);
  sent.set(connection, list);
  try {
    return await work();
  } finally {
    sent.delete(connection);
  }
}

/** The first of what was sent that failed: what comes after it fails only because of it. */
export async function firstFailureOf(all: readonly Promise<unknown>[]): Promise<unknown> {
  const settled = await Promise.allSettled(all);
  return settled.find((each) => each.status === 'rejected')?.reason;
}
