import { constants, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { WebhookMessage } from '../payments/provider.ts';
import { refusedWebhook } from './fail-call.ts';
import type { FindKey } from './fetch-certificate.ts';
import { type Places, readCertificateAddress } from './rules.ts';

const ALGORITHM = 'SHA256withRSA';
const TRANSMISSION_ID = /^[A-Za-z0-9-]{1,100}$/;
const TIME = /^[0-9TZ:.+-]{10,40}$/;
/** Base64 length of an RSA signature of 2,048 bits or more. */
const SIGNATURE = /^[A-Za-z0-9+/]{300,1400}={0,2}$/;

/**
 * Verifies PayPal's signature. It covers the transmission id, our webhook id and a checksum of the body: it proves that
 * PayPal sent something, and the body is still not trusted. Cheap checks come before anything is fetched.
 */
export async function checkSignature(
  places: Places,
  webhookId: string,
  findKey: FindKey,
  { headers, body }: WebhookMessage,
): Promise<void> {
  const read = (name: string, form: RegExp): string => {
    // A repeated header is an array or contains a comma, and matches no pattern.
    const value = headers[name];
    if (typeof value !== 'string' || !form.test(value)) throw refusedWebhook();
    return value;
  };
  const id = read('paypal-transmission-id', TRANSMISSION_ID);
  const time = read('paypal-transmission-time', TIME);
  const signature = Buffer.from(read('paypal-transmission-sig', SIGNATURE), 'base64');
  if (headers['paypal-auth-algo'] !== ALGORITHM) throw refusedWebhook();
  const address = readCertificateAddress(places, read('paypal-cert-url', /^https?:/));
  if (address === undefined) throw refusedWebhook();

  const key = await findKey(address);
  if (key === undefined) throw refusedWebhook();
  const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
  if (!verify('sha256', signed, { key, padding: constants.RSA_PKCS1_PADDING }, signature)) throw refusedWebhook();
}
