import type { CurrentSubscription } from '#contract/subscription.ts';
import { requireUser } from '#server/auth/index.ts';
import {
  findCallsWhole,
  findCarrier,
  findGiftEnd,
  listEndings,
  periodsOf,
  presentAllowed,
  presentEndings,
  presentSubscription,
  presentTier,
  rateFor,
  reachedCalls,
  reachedProjects,
  reachedStorage,
  reachedUsage,
  readOffer,
  readStorage,
  readUsage,
  requireTier,
  storageTotal,
  withoutDoubles,
} from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { countProjects } from './count-active-projects.ts';

/** The caller's tier, its limits, this month's usage, and the limits that are nearly or fully used. */
export async function getCurrentSubscription(ctx: Context): Promise<CurrentSubscription> {
  const { userId } = requireUser(ctx);
  const now = ctx.now();
  const { tier, limits, isTeam } = await requireTier(ctx.db, userId, now);
  const used = await readUsage(ctx.db, userId, periodsOf(now));
  const carrier = await findCarrier(ctx.db, userId);
  const storage = await readStorage(ctx.db, userId);
  const { active, readOnly } = await countProjects(ctx.db, userId);
  const { perHour } = rateFor(await ctx.settings.read(), tier.tierName);
  const reached = [
    ...reachedUsage(used, limits, now),
    ...reachedProjects(active, limits.maxProjects),
    ...reachedStorage(storageTotal(storage), limits.storageMb * 1_000_000),
    ...reachedCalls(await findCallsWhole(ctx.db, userId), perHour, now),
  ];
  return {
    has_plans: !isTeam,
    tier: presentTier(tier, carrier),
    limits: presentAllowed(limits),
    usage: {
      prd_uploads_used: used.month.prdUploads,
      task_generations_used: used.month.taskGenerations,
      projects_count: active,
      storage_bytes_used: storageTotal(storage),
    },
    storage,
    subscription: presentSubscription(carrier),
    given_until: (await findGiftEnd(ctx.db, userId, now))?.toISOString() ?? null,
    endings: presentEndings(await listEndings(ctx.db, userId), now),
    offer: await readOffer(ctx, userId),
    notices: isTeam ? [] : withoutDoubles(reached),
    deleted_days: ctx.config.deletedDays,
    read_only_projects: readOnly,
  };
}
