import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#server/platform/error.ts';
import type { ProviderEvent, WebhookMessage } from '../payments/provider.ts';

const HEADERS = {
  id: 'baton-sandbox-id',
  time: 'baton-sandbox-time',
  signature: 'baton-sandbox-signature',
} as const;
const ID = /^[\w-]{1,64}$/;
const TIME = /^\d{1,15}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
/** Every delivery is signed anew and expires soon, against replay. */
const FRESH_MS = 10 * 60_000;

const Body = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({ id: z.string() }),
});

/** A key derived for this purpose (HKDF), the same on every server of an instance. */
export const deriveKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'baton sandbox messages', 32));

export function signMessage(key: Buffer, id: string, body: string, now: Date): Record<string, string> {
  const time = String(now.getTime());
  return {
    'content-type': 'application/json',
    [HEADERS.id]: id,
    [HEADERS.time]: time,
    [HEADERS.signature]: sign(key, id, time, Buffer.from(body)).toString('hex'),
  };
}

/** Verifies the HMAC and the age of a webhook, and reads it. */
export function readMessage(key: Buffer, { headers, body }: WebhookMessage, now: Date): ProviderEvent {
  const id = matching(headers[HEADERS.id], ID);
  const time = matching(headers[HEADERS.time], TIME);
  const signature = matching(headers[HEADERS.signature], SIGNATURE);
  if (Math.abs(now.getTime() - Number(time)) > FRESH_MS) throw refused();
  if (!timingSafeEqual(Buffer.from(signature, 'hex'), sign(key, id, time, body))) throw refused();
  const said = Body.safeParse(parsed(body));
  if (!said.success || said.data.id !== id) throw refused();
  return { id, type: said.data.event_type, providerId: said.data.resource.id };
}

/** Neither id nor time can contain a newline, so the signed string is unambiguous. */
const sign = (key: Buffer, id: string, time: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(`${id}\n${time}\n`).update(body).digest();

function matching(value: string | string[] | undefined, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw refused();
  return value;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw refused();
  }
}

const refused = () => new AppError('FORBIDDEN', 'This message was not accepted.', { code: 'WEBHOOK_REFUSED' });
