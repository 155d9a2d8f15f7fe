import { startTestPostgres } from '#test/postgres.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { offerPostgres, offerServer } from './instance.ts';

/** One PostgreSQL for the whole run, and builds of web app and server that match the sources. */
export default async function setUp(): Promise<() => Promise<void>> {
  await buildWeb((line) => console.log(line));
  offerServer(await buildServer((line) => console.log(line)));
  const { connection, stop } = await startTestPostgres();
  offerPostgres(connection);
  return stop;
}
