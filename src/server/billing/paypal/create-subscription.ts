import { z } from 'zod';
import type { PayPalConfig } from '#server/platform/config.ts';
import type { Order } from '../payments/provider.ts';
import type { Api } from './call-api.ts';
import { badAnswer } from './fail-call.ts';
import { readJson } from './read-json.ts';
import { type Places, isApprovalPage, isPayPalId } from './rules.ts';

const Created = z.object({
  id: z.string().refine(isPayPalId),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
});

/** Creates a subscription to be approved. Idempotent by the request id: the same order twice is one subscription. */
export async function createSubscription(
  api: Api,
  config: PayPalConfig,
  places: Places,
  order: Order,
): Promise<{ providerId: string; approvalUrl: string }> {
  const { bytes } = await api.call({
    method: 'POST',
    path: '/v1/billing/subscriptions',
    headers: { 'paypal-request-id': order.paymentId, prefer: 'return=representation' },
    body: {
      plan_id: config.planId,
      custom_id: order.paymentId,
      ...subscriberOf(order.email),
      plan: { billing_cycles: [priceOf(order.priceUsd)] },
      application_context: {
        brand_name: 'Baton',
        user_action: 'SUBSCRIBE_NOW',
        shipping_preference: 'NO_SHIPPING',
        return_url: order.returnUrl,
        cancel_url: order.cancelUrl,
      },
    },
  });
  const { id, links } = readJson(bytes, Created);
  const approvalUrl = links.find(({ rel }) => rel === 'approve')?.href;
  if (approvalUrl === undefined || !isApprovalPage(places, approvalUrl))
    throw badAnswer('The approval page is missing or elsewhere.');
  return { providerId: id, approvalUrl };
}

/** Overrides the plan's price at PayPal by what was agreed here. */
const priceOf = (priceUsd: number) => ({
  sequence: 1,
  total_cycles: 0,
  pricing_scheme: { fixed_price: { currency_code: 'USD', value: priceUsd.toFixed(2) } },
});

/** PayPal refuses the order for an address such as admin@localhost; it only prefills a field. */
const subscriberOf = (email: string) =>
  /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(email) ? { subscriber: { email_address: email } } : {};
