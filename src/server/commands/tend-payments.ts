import type { App } from '../app.ts';
import type { Logger } from '../platform/log.ts';

const EVERY_MS = 3_000;

/** Does every few seconds what time brings about in payments, one round after the other. The way to stop waits for the last. */
export function tendPayments(app: Pick<App, 'tend'>, log: Logger): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const tend = () => {
    round = app
      .tend()
      .catch((error: unknown) => {
        // A last round that was not waited for finds the database closed, and that is no news.
        if (!stopped) log.warn({ err: error }, 'payments could not be tended');
      })
      .then(() => {
        if (stopped) return;
        timer = setTimeout(tend, EVERY_MS);
        timer.unref();
      });
  };
  tend();
  return () => {
    stopped = true;
    clearTimeout(timer);
    return round;
  };
}
