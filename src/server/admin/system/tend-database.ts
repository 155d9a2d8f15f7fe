import pg from 'pg';
import type { ActionReport } from '#contract/admin-system.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { recordAction } from '../record-action.ts';
import { listTables } from './queries.ts';
import { counted } from './rules.ts';

/** Any fixed number: on all servers together one such command runs at a time. */
const TENDING_LOCK = 4_712_003;
const CONNECT_WITHIN_MS = 5_000;

/** Reads samples of every table, so that the planner knows how large they are and what is in them. */
export const optimizeDatabase = (ctx: Context): Promise<ActionReport> =>
  tend(
    ctx,
    'database.optimized',
    'analyze',
    (count) => `Statistics of ${counted(count, 'table', 'tables')} are fresh.`,
  );

/** Makes the room of dead rows usable again, and the statistics fresh. Reading and writing go on meanwhile. */
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

/** Not from the pool: it may take minutes, cannot stand in a transaction, and has no time limit. */
async function onOwnConnection<T>(ctx: Context, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: ctx.database.url,
    application_name: 'baton maintenance',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    statement_timeout: 0,
  });
  // A connection that breaks fails the statement on it as well; unheard, it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [TENDING_LOCK]);
    if (rows[0]?.taken !== true) throw busy();
    // The lock is the connection's: it goes with it, whatever happens.
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
