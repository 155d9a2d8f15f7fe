/** The first message after a pause leaves after this; what belongs together is then together. */
const GATHER_MS = 5;
/** A busy server sends no more than one statement in this time: listeners of its own have heard already. */
const BUSY_MS = 50;
const STATEMENT_MAX = 500;
/** While the database is away; what is more is let go of, because readers look by themselves every now and then. */
const WAITING_MAX = 10_000;

export interface Gatherer {
  add(message: string): void;
  /** Sends what waits, for when a connection is back or the server stops. */
  flush(): Promise<void>;
}

/**
 * Sends each of the messages that come within a moment once, many in one go; what could not be sent waits. The first after a
 * pause leaves at once, so whoever looks on from another server waits for little; those that follow close behind are gathered
 * for longer, since a statement costs both sides more than all the messages in it.
 */
export function gatherMessages(send: (messages: string[]) => Promise<unknown>, waitingMax = WAITING_MAX): Gatherer {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let sentAt = -Infinity;

  const sendAll = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, STATEMENT_MAX);
      // Before they are sent: what is said meanwhile is news again.
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
      timer ??= setTimeout(() => void flush(), Math.max(GATHER_MS, sentAt + BUSY_MS - performance.now())).unref();
    },
    flush,
  };
}
