import { describe, expect, test } from 'vitest';
import type { CurrentSubscription, SubscriptionStatus } from '#contract/subscription.ts';
import { givenText, isManageable, standingOf } from './standing.ts';

const NOW = Date.parse('2026-03-10T00:00:00.000Z');
const END = '2026-03-20T00:00:00.000Z';
const PAST = '2026-03-01T00:00:00.000Z';

function current(
  tier: 'free' | 'pro',
  status?: SubscriptionStatus,
  ends: string | null = null,
  renews = false,
): CurrentSubscription {
  const subscription = status && {
    provider: 'paypal',
    status,
    price_usd: 5,
    current_period_start: '2026-02-20T00:00:00.000Z',
    current_period_end: END,
    ends_at: ends,
    renews,
  };
  return {
    tier: { tier_name: tier },
    subscription: subscription ?? null,
    given_until: null,
  } as unknown as CurrentSubscription;
}

describe('how an account stands', () => {
  test.each([
    ['never subscribed', current('free'), { kind: 'free' }, false],
    ['given by an administrator', current('pro'), { kind: 'given', until: null }, false],
    ['given after a subscription that is over', current('pro', 'expired', PAST), { kind: 'given', until: null }, false],
    ['renewing', current('pro', 'active'), { kind: 'renews', at: END }, true],
    ['cancelled', current('pro', 'cancelled', END), { kind: 'ends', status: 'cancelled', at: END }, true],
    ['a failed payment', current('pro', 'past_due', END), { kind: 'ends', status: 'past_due', at: END }, true],
    ['suspended, still paid', current('pro', 'suspended', END), { kind: 'ends', status: 'suspended', at: END }, true],
    ['over', current('free', 'cancelled', PAST), { kind: 'ended', status: 'cancelled', at: PAST }, false],
    ['refunded', current('free', 'refunded', PAST), { kind: 'ended', status: 'refunded', at: PAST }, false],
    [
      'refunded, and still charged',
      current('free', 'refunded', PAST, true),
      { kind: 'ended', status: 'refunded', at: PAST },
      true,
    ],
    [
      'given, while a subscription goes on being charged',
      current('pro', 'past_due', PAST, true),
      { kind: 'given', until: null },
      true,
    ],
    ['suspended', current('free', 'suspended', PAST), { kind: 'ended', status: 'suspended', at: PAST }, true],
    ['not confirmed any more', current('free', 'active'), { kind: 'ended', status: 'active', at: END }, true],
  ] as const)('%s', (_name, given, standing, manageable) => {
    expect(standingOf(given, NOW)).toEqual(standing);
    expect(isManageable(given, standingOf(given, NOW))).toBe(manageable);
  });
});

test('a gift says until when it lasts', () => {
  const gift = standingOf({ ...current('pro'), given_until: '2026-12-24T00:00:00.000Z' }, NOW);
  expect(gift).toEqual({ kind: 'given', until: '2026-12-24T00:00:00.000Z' });
  expect(givenText({ until: '2026-12-24T00:00:00.000Z' })).toBe('Given to you until Dec 24, 2026: nothing is billed');
  expect(givenText({ until: null })).toBe('Given to you: nothing is billed');
  expect(givenText({ until: null }, true)).toBe('Given to you, and your own subscription is still billed');
});
