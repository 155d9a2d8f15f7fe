import { startEmbeddedPostgres } from '#server/platform/db/embedded/index.ts';
import { StartError } from '#server/platform/start-error.ts';

// A process that only runs the embedded database, for tests that kill it. Prints its connection on one line and shuts
// down when its input ends.
const [directory = '', settings = '{}'] = process.argv.slice(2);
try {
  const parsed = JSON.parse(settings) as Record<string, string>;
  const database = await startEmbeddedPostgres({ directory, settings: parsed });
  const { connection, adopted, pid } = database;
  process.stdout.write(`${JSON.stringify({ connection, adopted, pid })}\n`);
  process.stdin.resume().on('end', () => void database.stop());
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
