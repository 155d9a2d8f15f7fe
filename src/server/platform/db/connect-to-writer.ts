import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { guard, guarded } from '../guard.ts';
import { readHost } from './ask-host.ts';
import { Connection } from './connection.ts';
import { WAIT_MS, type Writer } from './follow-writer.ts';
import { isDatabaseGone, isHostLost } from './lost-connection.ts';

/** Between two attempts to connect to a host that has just said that it takes writes. */
const AGAIN_MS = 100;

/** A connection that knows its host. */
class HostConnection extends Connection {
  readonly url: string;

  constructor(config: pg.ClientConfig, url: string) {
    super({ ...config, connectionString: url });
    this.url = url;
  }
}

/** A host that was followed and takes no writes any more; the code is PostgreSQL's for a write there. */
class NotWriter extends Error {
  readonly code = '25006';
}

/** The options by which a pool connects to the host that is followed, and gives no connection out that cannot write. */
export function connectsToWriter(writer: Writer): pg.PoolConfig {
  return {
    Client: class extends HostConnection {
      constructor(config: pg.ClientConfig) {
        // The first host only where the writer was lost since it was found; it is asked before it is used.
        super(config, writer.current() ?? config.connectionString ?? '');
      }
    } as unknown as new () => pg.ClientBase,
    // Once for each connection, before its first statement.
    verify: (client, done) => {
      void refusalOf(client).then((error) => process.nextTick(guarded(done), error));
    },
  };
}

const refusalOf = (client: pg.PoolClient): Promise<Error | undefined> =>
  readHost(client).then(
    ({ refusal }) => (refusal === undefined ? undefined : new NotWriter(refusal)),
    (error: unknown) => error as Error,
  );

/**
 * Makes a pool follow the writer: who asks for a connection while there is none waits, since nothing of the work has been
 * sent yet. Statements that are in flight when a host is lost are not repeated: whether they took effect is unknown.
 */
export function followOn(pool: pg.Pool, writer: Writer): void {
  const open = new Set<pg.PoolClient>();
  guard(pool).on('connect', (client) => void open.add(client));
  guard(pool).on('remove', (client) => void open.delete(client));
  guard(pool).on('error', (error) => {
    if (isHostLost(error)) writer.doubt();
  });
  guard(pool).on('release', (error: unknown) => {
    if (error instanceof Error && isHostLost(error)) writer.doubt();
  });
  // What is left on the former host can only wait for a timeout, or read what is old.
  writer.onMove((url) => {
    for (const client of open) if (client instanceof HostConnection && client.url !== url) client.cut();
  });
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => connectWaiting(connect, writer)) as typeof pool.connect;
}

async function connectWaiting(connect: () => Promise<pg.PoolClient>, writer: Writer): Promise<pg.PoolClient> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    await writer.find(until);
    try {
      const client = await connect();
      if (!(client instanceof HostConnection) || client.url === writer.current()) return client;
      client.release(true);
    } catch (error) {
      // Also a queue that stood still because the host was lost meanwhile.
      const isWorthWaiting = isHostLost(error) || (isDatabaseGone(error) && writer.current() === undefined);
      if (!isWorthWaiting || performance.now() > until) throw error;
      writer.doubt();
      await wait(AGAIN_MS * (0.5 + Math.random() / 2));
    }
  }
}
