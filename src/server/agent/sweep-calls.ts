import type { Context } from '#server/platform/context.ts';

const DAY_MS = 86_400_000;
/** Whoever has not called for so long need not be told what it lost. */
const LOSSES_DAYS = 30;

/** Clears allowances and untold losses that time has made meaningless. */
export async function sweepCalls(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
  const { pool } = ctx.database;
  await pool.query('delete from agent_allowances where greatest(hour, minute) < $1', [ctx.now()]);
  await pool.query('delete from baton_losses where created_at < $1', [before(LOSSES_DAYS)]);
}
