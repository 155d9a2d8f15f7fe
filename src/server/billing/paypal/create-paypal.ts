import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import type { PayPalConfig } from '#server/platform/config.ts';
import { AppError } from '#server/platform/error.ts';
import type { PaymentProvider } from '../payments/provider.ts';
import { openApi } from './call-api.ts';
import { checkSignature } from './check-signature.ts';
import { createSubscription } from './create-subscription.ts';
import { keepCertificates } from './fetch-certificate.ts';
import { readEvent } from './read-event.ts';
import { readSubscription } from './read-subscription.ts';
import { refundPayment } from './refund-payment.ts';
import { isPayPalId, placesOf } from './rules.ts';
import { type Surroundings, surroundings } from './send-request.ts';

interface Options extends Partial<Surroundings> {
  now(): Date;
  /** Trusted root certificates; by default the system's, with NODE_EXTRA_CA_CERTS. */
  roots?: readonly string[];
}

/** PayPal, or anything that speaks its API at the configured URL. */
export function createPayPal(config: PayPalConfig, options: Options): PaymentProvider {
  const { now, roots, ...others } = options;
  const around = { ...surroundings, ...others };
  const places = placesOf(config.url);
  const api = openApi(config, around, now);
  const trust = { roots: readOnce(() => roots ?? getCACertificates('default')), signer: places.signer };
  const findKey = keepCertificates(trust, around, now);

  return {
    name: 'paypal',
    planId: config.planId,
    createSubscription: (order) => createSubscription(api, config, places, order),
    readSubscription: (providerId) => readSubscription(api, providerId, now()),
    cancelSubscription: async (providerId, reason) => {
      if (!isPayPalId(providerId)) return;
      const path = `/v1/billing/subscriptions/${providerId}/cancel`;
      // 422: already cancelled. 404: nothing to bill.
      await api.call({ method: 'POST', path, body: { reason: reason.slice(0, 128) }, expects: [404, 422] });
    },
    refundPayment: (paymentId) => refundPayment(api, paymentId),
    portalUrl: async () => `${places.pages}/myaccount/autopay/`,
    readWebhook: async (message) => {
      await checkSignature(places, config.webhookId, findKey, message);
      return readEvent(api, message.body);
    },
    probe: async () => {
      try {
        await api.tokens.check();
        return { ok: true, detail: 'PayPal accepts the credentials.' };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return { ok: false, detail: error.message };
      }
    },
  };
}

function readOnce(list: () => readonly string[]): () => readonly X509Certificate[] {
  let read: readonly X509Certificate[] | undefined;
  return () => {
    read ??= list().flatMap((pem) => {
      try {
        return [new X509Certificate(pem)];
      } catch {
        // An unreadable root is skipped: nothing chains to it.
        return [];
      }
    });
    return read;
  };
}
