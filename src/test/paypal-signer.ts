import { type KeyObject, createHash, randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Authority, createAuthority } from './certificate-authority.ts';

export const SIGNER_NAME = 'messageverificationcerts.paypal.com';
export const CERTIFICATES = '/v1/notifications/certs/';

/** A webhook as PayPal posts it. */
export interface SignedMessage {
  headers: Record<string, string>;
  body: Buffer;
}

export interface Signer {
  root: Authority;
  between: Authority;
  /** Served certificates by the last part of their path. */
  certificates: Map<string, string>;
  /** Publishes a chain, and returns its URL. */
  publish(origin: string, chain: string): string;
  sign(fields: { certUrl: string; webhookId: string; body: Buffer; time: Date; key?: KeyObject }): SignedMessage;
  /** The chain of the certificate that `sign` uses. */
  chain: string;
}

/** Signs like PayPal: over the transmission's id and time, the webhook's id and the unsigned CRC32 of the body. */
export function createSigner(): Signer {
  const root = createAuthority('Root of the tests');
  const between = root.issue({ name: 'Intermediate of the tests', isAuthority: true });
  const leaf = between.issue({ name: SIGNER_NAME });
  const certificates = new Map<string, string>();
  return {
    root,
    between,
    certificates,
    chain: leaf.pem + between.pem,
    publish(origin, chain) {
      const name = `CERT-${createHash('sha256').update(chain).digest('hex').slice(0, 24)}`;
      certificates.set(name, chain);
      return `${origin}${CERTIFICATES}${name}`;
    },
    sign({ certUrl, webhookId, body, time, key }) {
      const id = randomUUID();
      const at = time.toISOString().replace(/\.\d+/, '');
      const signature = sign('sha256', Buffer.from(`${id}|${at}|${webhookId}|${crc32(body)}`), key ?? leaf.privateKey);
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'paypal-transmission-id': id,
          'paypal-transmission-time': at,
          'paypal-transmission-sig': signature.toString('base64'),
          'paypal-cert-url': certUrl,
          'paypal-auth-algo': 'SHA256withRSA',
          'paypal-auth-version': 'v2',
        },
      };
    },
  };
}
