import type { CurrentSubscription } from '#contract/subscription.ts';
import { requireUser } from '#server/auth/index.ts';
import {
  findCarrier,
  periodsOf,
  presentLimits,
  presentSubscription,
  presentTier,
  readOffer,
  readUsage,
  requireTier,
} from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { countProjects } from './count-active-projects.ts';

/** The caller's plan, its limits and what is used of them this month. */
export async function getCurrentSubscription(ctx: Context): Promise<CurrentSubscription> {
  const { userId } = requireUser(ctx);
  const now = ctx.now();
  const { tier, limits } = await requireTier(ctx.db, userId, now);
  const { month } = await readUsage(ctx.db, userId, periodsOf(now));
  const carrier = await findCarrier(ctx.db, userId);
  const { active, readOnly } = await countProjects(ctx.db, userId);
  return {
    tier: presentTier(tier, carrier),
    limits: presentLimits(limits),
    usage: {
      prd_uploads_used: month.prdUploads,
      task_generations_used: month.taskGenerations,
      projects_count: active,
    },
    subscription: presentSubscription(carrier),
    offer: await readOffer(ctx, userId),
    notices: [],
    read_only_projects: readOnly,
  };
}
