import { setTimeout } from './guard.ts';

/** Batching delay after a pause: messages that belong together leave together. */
const GATHER_MS = 5;
/** Throttle: a busy server sends at most one statement in this time; its own listeners have been called already. */
const BUSY_MS = 50;
const STATEMENT_MAX = 500;
/** Bounds the queue while the database is away; further messages are dropped, because readers also poll. */
const WAITING_MAX = 10_000;

export interface MessageQueue {
  add(message: string): void;
  /** Sends what is queued, on reconnect or at shutdown. */
  flush(): Promise<void>;
}

/**
 * Coalesces messages: duplicates within a moment are sent once, many per statement, and failed ones are kept. The first
 * after a pause waits a few milliseconds only, for low latency; those close behind are batched for longer, since a
 * statement costs more than all messages in it.
 */
export function coalesceMessages(
  send: (messages: string[]) => Promise<unknown>,
  waitingMax = WAITING_MAX,
): MessageQueue {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let sentAt = -Infinity;

  const sendAll = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, STATEMENT_MAX);
      // Removed before sending: the same message added meanwhile must be sent again.
      for (const message of batch) waiting.delete(message);
      sentAt = performance.now();
      try {
        await send(batch);
      } catch {
        for (const message of batch) keep(message);
        return;
      }
    }
  };
  const keep = (message: string) => {
    if (waiting.size < waitingMax) waiting.add(message);
  };
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    while (sending !== undefined) await sending;
    sending = sendAll().finally(() => (sending = undefined));
    await sending;
  };
  return {
    add(message) {
      keep(message);
      timer ??= setTimeout(flush, Math.max(GATHER_MS, sentAt + BUSY_MS - performance.now())).unref();
    },
    flush,
  };
}
