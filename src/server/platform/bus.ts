import { EventEmitter } from 'node:events';
import pg from 'pg';
import { coalesceMessages } from './coalesce-messages.ts';
import type { Writer } from './db/follow-writer.ts';
import { guard, guarded, setTimeout } from './guard.ts';
import type { Logger } from './log.ts';

const CHANNEL = 'baton';
const RECONNECT_MS = 500;
const CONNECT_WITHIN_MS = 5_000;

/**
 * Publish/subscribe between server processes over LISTEN/NOTIFY. A message says only that something changed; the
 * receiver reads the database. Frequent messages are sent after the commit, batched, because a transaction with NOTIFY
 * holds a cluster-wide lock while it commits. They are best effort: lost with the server or the connection, so readers
 * also poll now and then. What must be delivered reliably, revoked access or a changed setting, is rare and is notified
 * inside the transaction.
 */
export interface Bus {
  on(topic: string, listener: (subject: string) => void): () => void;
  /** Called after every gap in which messages may have been missed. */
  onGap(listener: () => void): () => void;
  /** Calls the listeners of this process synchronously, and those of other processes a moment later, best effort. */
  tell(topic: string, subject: string): void;
  /** Calls the listeners of this process only, without waiting for the echo from the database. */
  tellHere(topic: string, subject: string): void;
  connected(): boolean;
  close(): Promise<void>;
}

export const notifySql = 'select pg_notify($1, $2)';
export const notifyValues = (topic: string, subject: string): [string, string] => [CHANNEL, `${topic}:${subject}`];

const NOTIFY_ALL = 'select pg_notify($1, message) from unnest($2::text[]) as message';

export async function openBus(writer: Pick<Writer, 'find' | 'onMove'>, log: Logger): Promise<Bus> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  let client: pg.Client | undefined;
  let listening = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let ownProcess: number | undefined;
  const gathered = coalesceMessages(async (messages) => {
    if (client === undefined || !listening) throw new Error('the message bus is not connected');
    await client.query(NOTIFY_ALL, [CHANNEL, messages]);
  });

  const receive = (payload: string) => {
    const colon = payload.indexOf(':');
    emitter.emit(`topic:${payload.slice(0, colon)}`, payload.slice(colon + 1));
  };

  const connect = async (connectionString: string) => {
    const next = new pg.Client({
      connectionString,
      application_name: 'baton bus',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: CONNECT_WITHIN_MS,
    });
    client = next;
    guard(next).on('notification', ({ payload, processId }) => {
      // Batched messages of this process have already been delivered to its own listeners.
      if (processId !== ownProcess) receive(payload ?? '');
    });
    // A dying connection emits more than one error; without a listener that would end the process.
    guard(next).on('error', (error) => lose(next, error));
    guard(next).on('end', () => lose(next, new Error('the connection ended')));
    await next.connect();
    const { rows } = await next.query<{ pid: number }>('select pg_backend_pid() as pid');
    ownProcess = rows[0]?.pid;
    await next.query(`listen ${CHANNEL}`);
    listening = true;
    emitter.emit('gap');
    void gathered.flush();
  };

  /** Ignores further errors of a connection that was already given up. */
  const lose = (lost: pg.Client | undefined, error: unknown) => {
    if (closed || lost === undefined || lost !== client) return;
    client = undefined;
    listening = false;
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'the message bus lost its database connection',
    );
    lost.end().catch(() => undefined);
    retryLater();
  };

  const retryLater = () => {
    retry = setTimeout(reconnect, RECONNECT_MS);
  };

  const reconnect = async () => {
    const found = await writer.find().catch(() => undefined);
    if (closed) return;
    if (found === undefined) return retryLater();
    await connect(found).catch((reason: unknown) => lose(client, reason));
  };

  const listen = (name: string, listener: (subject: string) => void) => {
    // One listener that throws would keep the others from hearing.
    const safe = guarded(listener);
    emitter.on(name, safe);
    return () => void emitter.off(name, safe);
  };

  const tellHere = (topic: string, subject: string) => void emitter.emit(`topic:${topic}`, subject);

  // The former host may go on answering, and be told nothing any more.
  const stopFollowing = writer.onMove(() => lose(client, new Error('another host of the database is followed')));

  const start = async () => connect(await writer.find());
  await start().catch((error: unknown) => {
    closed = true;
    stopFollowing();
    clearTimeout(retry);
    throw error;
  });
  return {
    on: (topic, listener) => listen(`topic:${topic}`, listener),
    onGap: (listener) => listen('gap', listener),
    tell: (topic, subject) => {
      tellHere(topic, subject);
      gathered.add(`${topic}:${subject}`);
    },
    tellHere,
    connected: () => listening,
    close: async () => {
      closed = true;
      stopFollowing();
      clearTimeout(retry);
      await gathered.flush();
      await client?.end();
    },
  };
}
