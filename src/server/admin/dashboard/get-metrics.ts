import type { AdminMetrics } from '#contract/admin-system.ts';
import { periodsOf } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { countUsers } from '../people/queries.ts';
import { readMetrics } from './queries.ts';

const DAYS = 30;

export async function getMetrics(ctx: Context): Promise<AdminMetrics> {
  const { pool } = ctx.database;
  const [totalUsers, row] = await Promise.all([
    countUsers(pool, undefined),
    readMetrics(pool, periodsOf(ctx.now()).day, ctx.now()),
  ]);
  return {
    totalUsers,
    newUsersToday: row.new_users,
    activeUsers7Days: row.active_users,
    totalProjects: row.projects,
    projectsCreatedToday: row.projects_today,
    usualProjectsPerDay: row.projects_before === 0 ? null : row.projects_before / DAYS,
  };
}
