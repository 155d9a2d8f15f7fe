import { z } from 'zod';
import type { ProviderEvent } from '../payments/provider.ts';
import type { Api } from './call-api.ts';
import { refusedWebhook } from './fail-call.ts';
import { readJson } from './read-json.ts';
import { isPayPalId } from './rules.ts';

const PayPalId = z.string().refine(isPayPalId);

const Event = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,100}$/),
  event_type: z.string().regex(/^[A-Z0-9._-]{1,100}$/),
  resource: z.record(z.string(), z.unknown()).optional(),
});

const Sale = z.object({ billing_agreement_id: PayPalId.optional() });
const Refund = z.object({ sale_id: PayPalId });
const Reversal = z.object({ id: PayPalId });

/** Which subscription an event concerns. Nothing else is read from a webhook, and even that is not trusted. */
export async function readEvent(api: Api, body: Buffer): Promise<ProviderEvent> {
  const event = parse(body);
  return {
    id: event.id,
    type: event.event_type,
    providerId: (await findSubscription(api, event.event_type, event.resource ?? {})) ?? null,
  };
}

function parse(body: Buffer): z.infer<typeof Event> {
  try {
    return Event.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw refusedWebhook();
  }
}

async function findSubscription(api: Api, type: string, resource: object): Promise<string | undefined> {
  if (type.startsWith('BILLING.SUBSCRIPTION.')) return z.object({ id: PayPalId }).safeParse(resource).data?.id;
  if (!type.startsWith('PAYMENT.SALE.')) return undefined;
  // PayPal's older name for a subscription.
  const agreement = Sale.safeParse(resource).data?.billing_agreement_id;
  if (agreement !== undefined) return agreement;
  // A refund references its sale, which references the subscription. A reversal may reference none, and is looked up as
  // a sale itself.
  const own = type === 'PAYMENT.SALE.REVERSED' ? Reversal.safeParse(resource).data?.id : undefined;
  const saleId = Refund.safeParse(resource).data?.sale_id ?? own;
  if (saleId === undefined) return undefined;
  const path = `/v1/payments/sale/${saleId}`;
  const { response, bytes } = await api.call({ method: 'GET', path, expects: [404] });
  return response.status === 404 ? undefined : readJson(bytes, Sale).billing_agreement_id;
}
