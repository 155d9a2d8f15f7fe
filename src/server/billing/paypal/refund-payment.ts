import type { Api } from './call-api.ts';
import { isPayPalId } from './rules.ts';

/**
 * Refunds a payment in full. PayPal stores subscription payments as captures or, for older agreements, as sales; one is
 * tried after the other. 422 and 400 can mean already refunded: that is verified by reading back.
 */
export async function refundPayment(api: Api, paymentId: string): Promise<void> {
  if (!isPayPalId(paymentId)) return;
  const { response } = await send(api, `/v2/payments/captures/${paymentId}/refund`, paymentId, [404, 422]);
  if (response.status === 404) await send(api, `/v1/payments/sale/${paymentId}/refund`, paymentId, [400, 404]);
}

/** Idempotent by the request id. */
const send = (api: Api, path: string, paymentId: string, expects: readonly number[]) =>
  api.call({ method: 'POST', path, body: {}, headers: { 'paypal-request-id': `refund-${paymentId}` }, expects });
