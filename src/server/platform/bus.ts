import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Logger } from './log.ts';

const CHANNEL = 'baton';
const RECONNECT_MS = 500;
const CONNECT_WITHIN_MS = 5_000;

/**
 * Messages between server processes, over LISTEN/NOTIFY. A message says only that something changed and where to look;
 * whoever receives it reads the database. A sender writes it in the transaction of the change itself, so that it leaves
 * exactly when the change is visible.
 */
export interface Bus {
  on(topic: string, listener: (subject: string) => void): () => void;
  /** Runs after every gap in which messages may have been missed. */
  onGap(listener: () => void): () => void;
  /** Tells the listeners of this process without waiting for the database to echo. */
  tellHere(topic: string, subject: string): void;
  connected(): boolean;
  close(): Promise<void>;
}

export const notifySql = 'select pg_notify($1, $2)';
export const notifyValues = (topic: string, subject: string): [string, string] => [CHANNEL, `${topic}:${subject}`];

export async function openBus(url: string, log: Logger): Promise<Bus> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  let client: pg.Client | undefined;
  let listening = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;

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
    });
    client = next;
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    // A dying connection complains more than once; an error that nobody hears would end the process.
    next.on('error', (error) => lose(next, error));
    next.on('end', () => lose(next, new Error('the connection ended')));
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    listening = true;
    emitter.emit('gap');
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

  await connect().catch((error: unknown) => {
    closed = true;
    clearTimeout(retry);
    throw error;
  });
  return {
    on: (topic, listener) => listen(`topic:${topic}`, listener),
    onGap: (listener) => listen('gap', listener),
    tellHere: (topic, subject) => void emitter.emit(`topic:${topic}`, subject),
    connected: () => listening,
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
