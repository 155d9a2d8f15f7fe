import { startTestPostgres } from '#test/postgres.ts';
import { buildWeb } from '../../scripts/build-web.ts';
import { offerPostgres } from './instance.ts';

/** One PostgreSQL for the whole run, and a web app that matches its sources. */
export default async function setUp(): Promise<() => Promise<void>> {
  await buildWeb((line) => console.log(line));
  const { connection, stop } = await startTestPostgres();
  offerPostgres(connection);
  return stop;
}
