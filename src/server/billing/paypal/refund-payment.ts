import type { Api } from './call-api.ts';
import { isPayPalId } from './rules.ts';

/**
 * Returns a payment whole. PayPal keeps the payments of subscriptions as captures or, for older agreements, as sales; what
 * it does not know as the one is asked for as the other. 422 and 400 are said of what has gone back already: whether it has
 * is seen in the books afterwards, and not here.
 */
export async function refundPayment(api: Api, paymentId: string): Promise<void> {
  if (!isPayPalId(paymentId)) return;
  const { response } = await send(api, `/v2/payments/captures/${paymentId}/refund`, paymentId, [404, 422]);
  if (response.status === 404) await send(api, `/v1/payments/sale/${paymentId}/refund`, paymentId, [400, 404]);
}

/** The request's id makes it one refund, however often it is sent. */
const send = (api: Api, path: string, paymentId: string, expects: readonly number[]) =>
  api.call({ method: 'POST', path, body: {}, headers: { 'paypal-request-id': `refund-${paymentId}` }, expects });
