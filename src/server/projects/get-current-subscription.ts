import type { CurrentSubscription } from '#contract/subscription.ts';
import { requireUser } from '#server/auth/index.ts';
import { periodsOf, presentLimits, presentTier, readUsage, requireTier } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { countActiveProjects } from './count-active-projects.ts';

/** The caller's plan, its limits and what is used of them this month. */
export async function getCurrentSubscription(ctx: Context): Promise<CurrentSubscription> {
  const { userId } = requireUser(ctx);
  const { tier, limits } = await requireTier(ctx.db, userId);
  const { month } = await readUsage(ctx.db, userId, periodsOf(ctx.now()));
  return {
    tier: presentTier(tier),
    limits: presentLimits(limits),
    usage: {
      prd_uploads_used: month.prdUploads,
      task_generations_used: month.taskGenerations,
      projects_count: await countActiveProjects(ctx.db, userId),
    },
    subscription: null,
  };
}
