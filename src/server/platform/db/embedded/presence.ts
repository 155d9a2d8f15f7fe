import { Socket } from 'node:net';
import { Client } from 'pg';
import { type Connection, maintenanceDatabase } from './connection.ts';
import { errorCode } from './error-code.ts';

/** Shared by every server that uses the database, taken alone by the one that shuts it down. */
const lockKey = 4_206_911;

export type Presence = {
  /** Settles when the connection ends for whatever reason. */
  ended: Promise<void>;
  /** True when nobody else uses the database; from then on, whoever wants to join waits until it is gone. */
  claimAlone(): Promise<boolean>;
  leave(): Promise<void>;
};

/**
 * Joins a running database: one idle connection for as long as this server lives, holding a shared lock. It tells other servers
 * that the database is in use even while every pool is empty, and tells us at once when the database goes away.
 */
async function join(connection: Connection): Promise<Presence> {
  const socket = new Socket();
  const client = new Client({
    ...connection,
    database: maintenanceDatabase,
    application_name: 'embedded presence',
    connectionTimeoutMillis: 10_000,
    stream: () => socket,
  });
  client.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [lockKey]);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // Being present is no reason for a process to stay alive.
  socket.unref();
  return {
    ended,
    claimAlone: async () => {
      socket.ref();
      return claimAlone(client);
    },
    leave: async () => {
      socket.ref();
      await client.end();
    },
  };
}

async function claimAlone(client: Client): Promise<boolean> {
  // Let go first: two servers that stop at the same moment must not each wait for the other's share.
  await client.query('SELECT pg_advisory_unlock_shared($1)', [lockKey]);
  const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [lockKey]);
  return rows[0]?.alone === true && (await poolsAreGone(client));
}

/** A pool that was closed a moment ago may still be listed, so it gets a few looks. */
async function poolsAreGone(client: Client): Promise<boolean> {
  for (let look = 0; look < 60; look += 1) {
    const { rowCount } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'baton%' AND pid <> pg_backend_pid() LIMIT 1`,
    );
    if (rowCount === 0) return true;
    await client.query('SELECT pg_sleep(0.05)');
  }
  return false;
}

/** The hold on the database, or the code of why there is none yet. */
export async function tryJoin(connection: Connection): Promise<Presence | string> {
  try {
    return await join(connection);
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
}
