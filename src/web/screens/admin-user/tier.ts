import type { AdminUserDetail, TierName } from '#contract/admin-users.ts';

export const TIER_NAMES: Readonly<Record<TierName, string>> = { free: 'Free', pro: 'Pro' };

/** "2026-04-01" of an instant, by UTC; empty for none. */
export const dayOf = (at: string | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 10));

/** The last second of a day by UTC, so that the day is included. */
export const endOf = (day: string) => (day === '' ? null : `${day}T23:59:59.000Z`);

/** The request body; undefined when it would change nothing. */
export function wishOf(now: AdminUserDetail['tier'], tier: TierName, day: string) {
  const until = tier === 'pro' ? endOf(day) : null;
  const given = now.granted ? dayOf(now.until) : '';
  const same = tier === now.name && (tier === 'free' || day === given);
  return same ? undefined : { tier, until };
}
