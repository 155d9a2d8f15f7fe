import { Socket } from 'node:net';
import { Client } from 'pg';
import { type Connection, maintenanceDatabase } from './connection.ts';
import { errorCode } from './error-code.ts';

/** Advisory lock: shared by every server that uses the database, exclusive for the one that shuts it down. */
const lockKey = 4_206_911;

export type Presence = {
  /** Settles when the connection ends for whatever reason. */
  ended: Promise<void>;
  /** True when no other server uses the database; from then on joining waits until it has shut down. */
  claimAlone(): Promise<boolean>;
  leave(): Promise<void>;
};

/**
 * One idle connection for the lifetime of this server, holding a shared advisory lock. It tells other servers that the
 * database is in use even while every pool is empty, and detects at once when the database goes away.
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
  // Must not keep the event loop alive.
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
  // Released first: two servers that stop concurrently must not each wait for the other's shared lock.
  await client.query('SELECT pg_advisory_unlock_shared($1)', [lockKey]);
  const { rows } = await client.query<{ alone: boolean }>('SELECT pg_try_advisory_lock($1) AS alone', [lockKey]);
  return rows[0]?.alone === true && (await poolsAreGone(client));
}

/** A pool that was just closed may still be listed, so this is retried a few times. */
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

/** The presence, or the error code of why it cannot be had yet. */
export async function tryJoin(connection: Connection): Promise<Presence | string> {
  try {
    return await join(connection);
  } catch (error) {
    return errorCode(error) ?? String(error);
  }
}
