import type { Id } from '#contract/fields.ts';
import { requireTier } from '#server/billing/index.ts';
import type { Bus } from '#server/platform/bus.ts';
import { type Services, systemContext } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { TIERS_TOPIC } from '#server/platform/settings.ts';

/** Who follows their account at this server, and in how many windows. */
const online = new WeakMap<Bus, Map<Id, number>>();

/** Counts a window in and gives back what counts it out. */
export function comeOnline({ bus }: Pick<Services, 'bus'>, userId: Id): () => void {
  const windows = online.get(bus) ?? new Map<Id, number>();
  online.set(bus, windows);
  windows.set(userId, (windows.get(userId) ?? 0) + 1);
  return () => {
    const left = (windows.get(userId) ?? 1) - 1;
    if (left === 0) windows.delete(userId);
    else windows.set(userId, left);
  };
}

/**
 * When an administrator changes what a tier allows, each server tells the people who are looking, one after the other.
 * All others read the new limits when they come: a hundred thousand events would tell nobody.
 */
export function tellLimits(services: Services): void {
  const ctx = systemContext(services, 'baton limits');
  const tell = async (tiers: readonly string[]) => {
    for (const userId of online.get(services.bus)?.keys() ?? []) {
      const { tier } = await requireTier(ctx.db, userId, ctx.now());
      if (!tiers.includes(tier.id)) continue;
      await change(ctx, async (_tx, emit) =>
        emit(`user:${userId}`, 'subscription.updated', { tier_name: tier.tierName }),
      );
    }
  };
  services.bus.on(TIERS_TOPIC, (subject) => {
    tell(subject.split(',')).catch((error: unknown) =>
      services.log.warn({ reason: String(error) }, 'new limits could not be told'),
    );
  });
}
