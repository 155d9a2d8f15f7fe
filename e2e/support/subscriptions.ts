import type { Page } from '@playwright/test';
import type { CurrentSubscription, SubscriptionStatus } from '#contract/subscription.ts';
import { newId } from '#server/platform/id.ts';
import type { Instance } from './instance.ts';
import type { Person } from './people.ts';

const DAY_MS = 86_400_000;

interface Held {
  status: SubscriptionStatus;
  provider?: 'paypal' | 'sandbox';
  price?: number;
  /** End of the paid period, in days from now. */
  endsIn?: number;
  /** Whether it renews, where that does not follow from the status. */
  renews?: boolean;
}

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** The date format of the pages: "Apr 1, 2026". */
export const dayOf = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }).format(date);

/** A subscription inserted directly into the tables. */
export async function giveSubscription({ sql }: Instance, { id: userId }: Person, held: Held): Promise<void> {
  const { status, provider = 'sandbox', price = 5, endsIn = 20 } = held;
  const id = newId();
  const end = inDays(endsIn);
  const renews = held.renews ?? (status === 'active' || status === 'past_due');
  await sql(
    `insert into payment_subscriptions
       (id, user_id, provider, provider_id, plan_id, price_usd, status, period_start, period_end, access_until, renews, activated_at)
     values ($1, $2, $3, $4, 'a plan', $5, $6, $7, $8, $8, $9, $7)`,
    [id, userId, provider, `I-${id}`, price, status, inDays(endsIn - 30), end, renews],
  );
  await sql(
    `insert into user_subscriptions (user_id, tier_id, access_until, payment_id) values ($1, $2, $3, $4)
     on conflict (user_id) do update set tier_id = $2, access_until = $3, payment_id = $4`,
    [userId, endsIn > 0 ? 'pro' : 'free', endsIn > 0 ? end : null, id],
  );
}

/** Emits the event that a plan has changed. */
export async function tellPlanChanged({ sql, notify }: Instance, { id }: Person, tier: string): Promise<void> {
  const scope = `user:${id}`;
  await sql(`select append_feed($1, $2, '{"kind":"system","id":null,"name":"test"}', null, now())`, [
    scope,
    JSON.stringify([{ type: 'subscription.updated', data: { tier_name: tier } }]),
  ]);
  await notify('feed', scope);
}

/** Mocks the subscription endpoints: the real answer, with these changes. */
export async function changePlan(page: Page, change: () => Partial<CurrentSubscription>): Promise<void> {
  await page.route(/\/api\/subscriptions\/(current|refresh)$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: CurrentSubscription };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...change() } } });
  });
}
