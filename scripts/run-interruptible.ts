/**
 * Work that starts processes and creates directories: clean-up functions passed to `later` run at its end, in reverse
 * order.
 */
export type Later = (undo: () => Promise<void> | void) => void;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const INTERRUPTED = 130;

/** Runs the work to its end or until interrupted, and cleans up either way. */
export async function runInterruptible(work: (later: Later) => Promise<number>): Promise<never> {
  const undone: (() => Promise<void> | void)[] = [];
  const interrupted = Promise.withResolvers<number>();
  for (const signal of SIGNALS) process.on(signal, () => interrupted.resolve(INTERRUPTED));
  const running = work((undo) => void undone.unshift(undo));
  // Interrupted work fails because its resources are removed; that is not reported.
  running.catch(() => undefined);
  let code = 1;
  try {
    code = await Promise.race([running, interrupted.promise]);
  } catch (error) {
    console.error(error);
  }
  // A resource being created when the signal came registers late: the list is read until it is empty.
  for (let undo = undone.shift(); undo !== undefined; undo = undone.shift())
    await Promise.resolve(undo()).catch((error: unknown) => {
      console.error(error);
      code ||= 1;
    });
  process.exit(code);
}
