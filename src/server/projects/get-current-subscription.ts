import type { CurrentSubscription } from '#contract/subscription.ts';
import { requireUser } from '#server/auth/index.ts';
import { presentLimits, presentTier, requireTier } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { countActiveProjects } from './count-active-projects.ts';

/** The caller's plan, its limits and what is used. PRD uploads and generations have no recorded use before the engine runs. */
export async function getCurrentSubscription(ctx: Context): Promise<CurrentSubscription> {
  const { userId } = requireUser(ctx);
  const tier = await requireTier(ctx.db, userId);
  return {
    tier: presentTier(tier),
    limits: presentLimits(tier),
    usage: { prd_uploads_used: 0, task_generations_used: 0, projects_count: await countActiveProjects(ctx.db, userId) },
    subscription: null,
  };
}
