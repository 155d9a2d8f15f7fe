import { startTestPostgres } from '#test/postgres.ts';
import { buildDocs } from '../../scripts/build-docs.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { offerPostgres, offerServer } from './instance.ts';

/**
 * A worker's database takes the plans of all its journeys, some of thousands of tasks. Without statistics about them, which
 * a real server keeps too, statements stay planned for empty tables.
 */
const KEEP_STATISTICS = { autovacuum: 'on', autovacuum_naptime: '5s' };

/** One PostgreSQL for the whole run, and builds of web app and server that match the sources. */
export default async function setUp(): Promise<() => Promise<void>> {
  await buildWeb((line) => console.log(line));
  await buildDocs((line) => console.log(line));
  offerServer(await buildServer((line) => console.log(line)));
  const { connection, stop } = await startTestPostgres(KEEP_STATISTICS);
  offerPostgres(connection);
  return stop;
}
