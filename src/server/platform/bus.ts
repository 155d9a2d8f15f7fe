import { EventEmitter } from 'node:events';
import pg from 'pg';
import { gatherMessages } from './gather-messages.ts';
import type { Logger } from './log.ts';

const CHANNEL = 'baton';
const RECONNECT_MS = 500;
const CONNECT_WITHIN_MS = 5_000;

/**
 * Messages between server processes, over LISTEN/NOTIFY. A message says only that something changed and where to look;
 * whoever receives it reads the database. What happens all the time is told after the commit, gathered: a transaction that
 * notifies holds a lock of the whole cluster while it commits. Such a message may get lost, with its server or its
 * connection, so its readers also look every now and then. What must reach the others with certainty, that somebody may
 * no longer come in or that a setting holds, is rare: it is notified in the transaction itself.
 */
export interface Bus {
  on(topic: string, listener: (subject: string) => void): () => void;
  /** Runs after every gap in which messages may have been missed. */
  onGap(listener: () => void): () => void;
  /** Tells the listeners of this process at once, and those of the others a moment later; not with certainty. */
  tell(topic: string, subject: string): void;
  /** Tells the listeners of this process without waiting for the database to echo. */
  tellHere(topic: string, subject: string): void;
  connected(): boolean;
  close(): Promise<void>;
}

export const notifySql = 'select pg_notify($1, $2)';
export const notifyValues = (topic: string, subject: string): [string, string] => [CHANNEL, `${topic}:${subject}`];

const NOTIFY_ALL = 'select pg_notify($1, message) from unnest($2::text[]) as message';

export async function openBus(url: string, log: Logger): Promise<Bus> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  let client: pg.Client | undefined;
  let listening = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let ownProcess: number | undefined;
  const gathered = gatherMessages(async (messages) => {
    if (client === undefined || !listening) throw new Error('the message bus is not connected');
    await client.query(NOTIFY_ALL, [CHANNEL, messages]);
  });

  const receive = (payload: string) => {
    const colon = payload.indexOf(':');
    emitter.emit(`topic:${payload.slice(0, colon)}`, payload.slice(colon + 1));
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'baton bus',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: CONNECT_WITHIN_MS,
    });
    client = next;
    next.on('notification', ({ payload, processId }) => {
      // What this process gathered it has told its own listeners already.
      if (processId !== ownProcess) receive(payload ?? '');
    });
    // A dying connection complains more than once; an error that nobody hears would end the process.
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, new Error('the connection ended')));
    await next.connect();
    const { rows } = await next.query<{ pid: number }>('select pg_backend_pid() as pid');
    ownProcess = rows[0]?.pid;
    await next.query(`listen ${CHANNEL}`);
    listening = true;
    emitter.emit('gap');
    void gathered.flush();
  };

  /** Whatever else a lost connection has to say is about the past. */
  const lose = (lost: pg.Client | undefined, error: unknown) => {
    if (closed || lost === undefined || lost !== client) return;
    client = undefined;
    listening = false;
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'the message bus lost its database connection',
    );
    lost.end().catch(() => undefined);
    retry = setTimeout(() => void connect().catch((reason: unknown) => lose(client, reason)), RECONNECT_MS);
  };

  const listen = (name: string, listener: (subject: string) => void) => {
    emitter.on(name, listener);
    return () => void emitter.off(name, listener);
  };

  const tellHere = (topic: string, subject: string) => void emitter.emit(`topic:${topic}`, subject);

  await connect().catch((error: unknown) => {
    closed = true;
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
      clearTimeout(retry);
      await gathered.flush();
      await client?.end();
    },
  };
}
