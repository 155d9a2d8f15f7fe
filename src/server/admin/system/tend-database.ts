import pg from 'pg';
import type { ActionReport } from '#contract/admin-system.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { recordAction } from '../record-action.ts';
import { listTables } from './queries.ts';
import { counted } from './rules.ts';

/** Key of the advisory lock: across all servers one such command runs at a time. */
const TENDING_LOCK = 4_712_003;
const CONNECT_WITHIN_MS = 5_000;

/** ANALYZE: refreshes the planner's statistics of every table. */
export const optimizeDatabase = (ctx: Context): Promise<ActionReport> =>
  tend(
    ctx,
    'database.optimized',
    'analyze',
    (count) => `Statistics of ${counted(count, 'table', 'tables')} are fresh.`,
  );

/** VACUUM ANALYZE: makes the space of dead rows reusable. It does not block reads or writes. */
export const vacuumDatabase = (ctx: Context): Promise<ActionReport> =>
  tend(
    ctx,
    'database.vacuumed',
    'vacuum (analyze)',
    (count) => `The room of dead rows in ${counted(count, 'table', 'tables')} can be used again.`,
  );

async function tend(
  ctx: Context,
  action: string,
  command: string,
  summarise: (tables: number) => string,
): Promise<ActionReport> {
  const { ms, result } = await recordAction(ctx, { action, subject: 'database' }, async (recording) => {
    const count = await onOwnConnection(ctx, async (client) => {
      const tables = await listTables(client);
      await client.query(`${command} ${tables.map((name) => pg.escapeIdentifier(name)).join(', ')}`);
      return tables.length;
    });
    recording.note({ tables: count });
    return summarise(count);
  });
  return { ms, summary: result };
}

/**
 * A connection outside the pool: VACUUM may take minutes, cannot run in a transaction, and must have no statement
 * timeout.
 */
async function onOwnConnection<T>(ctx: Context, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: await ctx.database.writer.find(),
    application_name: 'baton maintenance',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    statement_timeout: 0,
  });
  // A broken connection also rejects its statement; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [TENDING_LOCK]);
    if (rows[0]?.taken !== true) throw busy();
    // A session-level advisory lock: released with the connection, whatever happens.
    return await work(client);
  } finally {
    await client.end();
  }
}

const busy = () =>
  new AppError(
    'CONFLICT',
    'The database is being optimized or vacuumed already. Nothing was started; wait for it to end.',
  );
