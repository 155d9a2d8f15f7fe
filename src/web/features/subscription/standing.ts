import type { CurrentSubscription, SubscriptionStatus } from '#contract/subscription.ts';
import { formatUtcDate } from '#web/lib/time.ts';
import { isFree } from './plan.ts';

/** The state of an account's plan and how it continues. */
export type Standing =
  | { kind: 'free' }
  /** Free again, after a subscription that has ended. */
  | { kind: 'ended'; status: SubscriptionStatus; at: string | null }
  /** A paid plan that is not billed (a grant); null: without an end. */
  | { kind: 'given'; until: string | null }
  | { kind: 'renews'; at: string | null }
  /** Paid until then, and not renewed. */
  | { kind: 'ends'; status: Exclude<SubscriptionStatus, 'active'>; at: string };

export function standingOf(current: CurrentSubscription, now: number): Standing {
  const { subscription: held } = current;
  if (isFree(current)) {
    if (held === null) return { kind: 'free' };
    return { kind: 'ended', status: held.status, at: held.ends_at ?? held.current_period_end };
  }
  const given = { kind: 'given', until: current.given_until } as const;
  if (held === null) return given;
  if (held.status === 'active') return { kind: 'renews', at: held.current_period_end };
  // A plan that outlasts its subscription was granted by an administrator.
  if (held.ends_at === null || Date.parse(held.ends_at) <= now) return given;
  return { kind: 'ends', status: held.status, at: held.ends_at };
}

/**
 * Whether the provider's page has something to do: cancel, pay again, see payments. Whatever the provider still charges can be
 * managed, whether or not it results in a plan.
 */
export function isManageable({ subscription }: Pick<CurrentSubscription, 'subscription'>, standing: Standing): boolean {
  if (subscription === null) return false;
  if (subscription.renews || standing.kind === 'renews' || standing.kind === 'ends') return true;
  return mayGoOn(subscription.status);
}

/** At the provider such a subscription has not ended: paying there reactivates the plan, and a second one is refused. */
export const mayGoOn = (status: SubscriptionStatus) =>
  status === 'active' || status === 'past_due' || status === 'suspended';

export const givenText = ({ until }: { until: string | null }, isBilled = false) => {
  const given = `Given to you${until === null ? '' : ` until ${formatUtcDate(until)}`}`;
  return isBilled ? `${given}, and your own subscription is still billed` : `${given}: nothing is billed`;
};
