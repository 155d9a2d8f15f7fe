import { readConfig } from '#server/platform/config.ts';
import { connectionTo, connectionUrl, readPassword } from '#server/platform/db/embedded/connection.ts';
import { layoutOf } from '#server/platform/db/embedded/layout.ts';
import { findPostmaster } from '#server/platform/db/embedded/postmaster.ts';
import { StartError } from '#server/platform/start-error.ts';

/** Prints where the running instance's database answers, for `psql "$(npm run -s db:url)"`. */
async function findDatabase(): Promise<string> {
  const { databaseUrl, dataDirectory } = readConfig(process.env);
  if (databaseUrl !== undefined) return databaseUrl;
  const layout = layoutOf(dataDirectory);
  const { running } = await findPostmaster(layout.cluster);
  if (running === undefined)
    throw new StartError(`No database runs in ${dataDirectory}. Start Baton first: npm start, or npm run dev.`);
  return connectionUrl(connectionTo(running.socketDirectory, running.port, await readPassword(layout)));
}

try {
  console.log(await findDatabase());
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
