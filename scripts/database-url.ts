import { readConfig } from '#server/platform/config.ts';
import { connectionTo, connectionUrl, readPassword } from '#server/platform/db/embedded/connection.ts';
import { layoutOf } from '#server/platform/db/embedded/layout.ts';
import { findPostmaster } from '#server/platform/db/embedded/postmaster.ts';

/** Prints where the running instance's database answers, for `psql "$(npm run -s db:url)"`. */
const { databaseUrl, dataDirectory } = readConfig(process.env);
const layout = layoutOf(dataDirectory);
const { running } = await findPostmaster(layout.cluster);
if (databaseUrl !== undefined) console.log(databaseUrl);
else if (running === undefined) {
  console.error(`No database runs in ${dataDirectory}. Start Baton first: npm start, or npm run dev.`);
  process.exitCode = 1;
} else {
  console.log(connectionUrl(connectionTo(running.socketDirectory, running.port, await readPassword(layout))));
}
