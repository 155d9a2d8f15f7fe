import { readConfig } from '../platform/config.ts';
import { openDatabase } from './open-database.ts';
import { UsageError } from './usage-error.ts';

/** Runs the server on its database until it is told to stop. */
export async function serve(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError();
  const config = readConfig();
  const askedToStop = untilAskedToStop();
  const database = await openDatabase(config, (line) => console.log(line));
  try {
    // Imported now: a start that is refused because of its settings or its database ends before the server is loaded.
    const { runServer } = await import('./run-server.ts');
    await runServer(database, config, askedToStop);
  } finally {
    await database.stop();
  }
  // Everything is closed; only an unanswered call to a provider could still keep the event loop alive.
  process.exit(0);
}

function untilAskedToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    // The listeners stay: Ctrl-C arrives from the terminal and again through npm, and the second must not kill the
    // process.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  });
}
