import { setTimeout } from 'node:timers/promises';
import type { Context } from './context.ts';

const DAY_MS = 86_400_000;
const BATCH_ROWS = 2_000;
/** Per table and run; the rest waits for the next run. */
const BATCHES_MAX = 500;
const PAUSE_MS = 100;

export interface OldRows {
  table: string;
  /** The condition, where `$1` is the cut-off time; may end in an order. */
  where: string;
  /** The cut-off time. */
  before: Date;
}

/**
 * Deletes old rows in batches with pauses, so that nobody waits for locks. Locked rows are skipped until the next run.
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

/** What is shown or counted by month is kept for a year and the current month. */
export const MONTHS_KEPT_DAYS = 400;
