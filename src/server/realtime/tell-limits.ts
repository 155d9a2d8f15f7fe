import type { Id } from '#contract/fields.ts';
import { requireTier } from '#server/billing/index.ts';
import type { Bus } from '#server/platform/bus.ts';
import { type Services, systemContext } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { TIERS_TOPIC } from '#server/platform/settings.ts';

/** Accounts with an open stream at this server, with the number of windows. */
const online = new WeakMap<Bus, Map<Id, number>>();

/** Increments the count, and returns the function that decrements it. */
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
 * When tier limits change, each server sends events to the accounts with an open stream, in sequence. All others read
 * the new limits on their next request: writing an event for every account would be wasted.
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
