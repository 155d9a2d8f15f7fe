/** Long enough that a busy server sends a few hundred statements a second at most, and short for whoever looks on. */
const GATHER_MS = 5;
const STATEMENT_MAX = 500;
/** While the database is away; what is more is let go of, because readers look by themselves every now and then. */
const WAITING_MAX = 10_000;

export interface Gatherer {
  add(message: string): void;
  /** Sends what waits, for when a connection is back or the server stops. */
  flush(): Promise<void>;
}

/** Sends each of the messages that come within a few milliseconds once, many in one go; what could not be sent waits. */
export function gatherMessages(send: (messages: string[]) => Promise<unknown>, waitingMax = WAITING_MAX): Gatherer {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const sendAll = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, STATEMENT_MAX);
      // Before they are sent: what is said meanwhile is news again.
      for (const message of batch) waiting.delete(message);
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
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },
    flush,
  };
}
