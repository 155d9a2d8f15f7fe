import type { App } from '../app.ts';
import { setTimeout } from '../platform/guard.ts';
import type { Logger } from '../platform/log.ts';

const EVERY_MS = 3_000;

/** Runs the periodic payment job every few seconds, never overlapping. Stopping waits for the last run. */
export function tendPayments(app: Pick<App, 'tend'>, log: Logger): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  const tend = () => {
    round = app
      .tend()
      .catch((error: unknown) => {
        // A run that outlives the shutdown finds the database closed, which is not worth a warning.
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
