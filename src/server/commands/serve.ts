import { type Config, readConfig } from '../platform/config.ts';
import { guard, reportError, setTimeout } from '../platform/guard.ts';
import { openDatabase } from './open-database.ts';
import { UsageError } from './usage-error.ts';

const FAILED = 1;
/** After an error that nobody caught, also a start or a shutdown that hangs ends. */
const GIVE_UP_MS = 15_000;
/** Tells whoever supervises this process that the start has succeeded. */
const READY = 'ready';

/** Runs the server on its database until it is told to stop, or until an error that nobody caught. */
export async function serve(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError();
  const config = readConfig();
  const stop = untilStopped(config);
  const database = await openDatabase(config, (line) => console.log(line));
  try {
    // Imported now: a start that is refused because of its settings or its database ends before the server is loaded.
    const { runServer } = await import('./run-server.ts');
    await runServer(database, config, { stop, onReady: () => process.send?.(READY) });
  } finally {
    await database.stop();
  }
  // Everything is closed; only an unanswered call to a provider could still keep the event loop alive.
  process.exit((await stop) === undefined ? FAILED : 0);
}

/** The signal that asks the server to stop; undefined after an error that nobody caught, which leaves an unknown state. */
function untilStopped({ drainSeconds }: Config): Promise<NodeJS.Signals | undefined> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals | undefined>();
  // The listeners stay: Ctrl-C arrives from the terminal and again through npm, and the second must not kill the
  // process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  // Whoever read the output may be gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // Started by scripts/supervise.mjs, which has ended.
  guard(process).on('disconnect', () => resolve('SIGTERM'));
  // The channel must not keep a process alive whose start has failed.
  process.channel?.unref();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    guard(process).on(event, (error: unknown) => {
      reportError(error, 'critical');
      resolve(undefined);
      setTimeout(() => process.exit(FAILED), drainSeconds * 1_000 + GIVE_UP_MS).unref();
    });
  return promise;
}
