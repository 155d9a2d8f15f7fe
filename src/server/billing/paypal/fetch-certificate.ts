import type { KeyObject } from 'node:crypto';
import { type Trust, findSigner } from './check-chain.ts';
import { unreachable } from './fail-call.ts';
import { type Surroundings, sendRequest } from './send-request.ts';

/** A chain of certificates is a few kilobytes. */
const CHAIN_BYTES_MAX = 64 * 1024;
/** Size of the cache; PayPal has one or two at a time. */
const KEPT_MAX = 16;
const AT_ONCE_MAX = 4;

export type FindKey = (address: URL) => Promise<KeyObject | undefined>;

/**
 * The key of a certificate URL, or undefined if it is not PayPal's. Cached until the certificate expires. Concurrent
 * fetches are limited, because an attacker can send any URL of the allowed form.
 */
export function keepCertificates(trust: Trust, around: Surroundings, now: () => Date): FindKey {
  const kept = new Map<string, { key: KeyObject; until: Date }>();
  const coming = new Map<string, Promise<KeyObject | undefined>>();

  const fetchKey = async (address: URL): Promise<KeyObject | undefined> => {
    const { response, bytes } = await sendRequest(around, address, { method: 'GET' }, CHAIN_BYTES_MAX);
    if (response.status !== 200 || bytes === undefined) return undefined;
    const signer = findSigner(bytes.toString('latin1'), trust, now());
    if (signer === undefined) return undefined;
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    kept.set(address.href, { key: signer.publicKey, until: signer.validToDate });
    return signer.publicKey;
  };

  return async (address) => {
    const found = kept.get(address.href);
    if (found !== undefined && now() < found.until) return found.key;
    kept.delete(address.href);
    const already = coming.get(address.href);
    if (already !== undefined) return already;
    if (coming.size >= AT_ONCE_MAX) throw unreachable('Too many certificates are asked for at once.');
    const fetching = fetchKey(address).finally(() => coming.delete(address.href));
    coming.set(address.href, fetching);
    return fetching;
  };
}
