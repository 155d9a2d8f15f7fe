import pg from 'pg';
import type { Config } from '../platform/config.ts';
import { connectionUrl, startEmbeddedPostgres } from '../platform/db/embedded/index.ts';
import { followWriter } from '../platform/db/follow-writer.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { createLogger } from '../platform/log.ts';
import { StartError } from '../platform/start-error.ts';

export interface OpenDatabase {
  url: string;
  /** Whether this start created the schema, so that the instance is new. */
  isNew: boolean;
  /** For the embedded database: stops it, unless another server still uses it. */
  stop(): Promise<void>;
}

/** Opens the database of every command, DATABASE_URL's or the embedded one, and migrates it. */
export async function openDatabase(
  config: Config,
  report: (line: string) => void = () => undefined,
): Promise<OpenDatabase> {
  const { url, stop } = await findDatabase(config, report);
  try {
    return { url, isNew: await migrateAt(url), stop };
  } catch (error) {
    await stop();
    throw config.databaseUrl === undefined ? error : explain(error);
  }
}

/** Whether there was no schema yet. */
async function migrateAt(url: string): Promise<boolean> {
  const writer = followWriter(url, createLogger('silent'));
  try {
    const pool = new pg.Pool({
      connectionString: await writer.find(),
      max: 1,
      application_name: 'baton start',
      connectionTimeoutMillis: 10_000,
    });
    pool.on('error', () => undefined);
    try {
      const before = await pool.query<{ table: string | null }>("select to_regclass('migrations')::text as table");
      await migrateDatabase(pool);
      return before.rows[0]?.table === null;
    } finally {
      await pool.end().catch(() => undefined);
    }
  } finally {
    await writer.close();
  }
}

async function findDatabase(config: Config, report: (line: string) => void) {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined };
  const embedded = await startEmbeddedPostgres({ directory: config.dataDirectory, report });
  return { url: connectionUrl(embedded.connection), stop: () => embedded.stop() };
}

function explain(error: unknown): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  // A host with several addresses fails once for each; the first error says enough.
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const reason = errors[0] instanceof Error ? errors[0].message : String(errors[0]);
  return new StartError(
    `The database of DATABASE_URL cannot be used: ${reason.split('\n', 1)[0]}. Check the address, the password and that it is running.`,
  );
}
