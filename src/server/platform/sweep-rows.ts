import { setTimeout } from 'node:timers/promises';
import type { Context } from './context.ts';

const DAY_MS = 86_400_000;
const BATCH_ROWS = 2_000;
/** Of one table in one round; what is left waits for the next. */
const BATCHES_MAX = 500;
const PAUSE_MS = 100;

export interface OldRows {
  table: string;
  /** Which rows, where `$1` is the moment before which they are old; may end in an order. */
  where: string;
  /** Of that moment. */
  before: Date;
}

/**
 * Removes old rows, some at a time and with a pause in between: whoever writes or reads meanwhile waits for nothing. A row
 * that somebody holds is left for the next round.
 */
export async function sweepRows({ database }: Context, { table, where, before }: OldRows): Promise<void> {
  const statement = `
    delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${where} limit ${BATCH_ROWS} for update skip locked))`;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const { rowCount } = await database.pool.query(statement, [before]);
    if ((rowCount ?? 0) < BATCH_ROWS) return;
    await setTimeout(PAUSE_MS, undefined, { ref: false });
  }
}

export const daysAgo = ({ now }: Pick<Context, 'now'>, days: number): Date => new Date(now().getTime() - days * DAY_MS);

/** Whatever is shown or counted by month is kept for a whole year and the month that runs. */
export const MONTHS_KEPT_DAYS = 400;
