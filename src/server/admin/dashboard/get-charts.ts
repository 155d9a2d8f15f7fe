import type { AdminCharts } from '#contract/admin-system.ts';
import { periodsOf } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { presentError } from '../logs/present.ts';
import { countGroups, listGroups } from '../logs/queries.ts';
import { listCallsPerHour, listSignUpsPerDay, listSlowest } from './queries.ts';

const SLOWEST = 5;
const UNRESOLVED = 3;

/** The series of the dashboard's charts; hours and days without data are present as zero. */
export async function getCharts(ctx: Context): Promise<AdminCharts> {
  const { pool } = ctx.database;
  const now = ctx.now();
  const calls = await listCallsPerHour(pool, now);
  const unresolved = await listGroups(ctx.db, { resolved: false }, { limit: UNRESOLVED, offset: 0 });
  return {
    calls: calls.map(({ hour, ...counts }) => ({ hour: hour.toISOString(), ...counts })),
    signUps: await listSignUpsPerDay(pool, periodsOf(now).day),
    slowest: await listSlowest(pool, now, SLOWEST),
    unresolved: unresolved.map((row) => presentError(row, new Map())),
    unresolvedTotal: await countGroups(ctx.db, { resolved: false }),
  };
}
