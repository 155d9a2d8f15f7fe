import { isIP } from 'node:net';
import { AppError } from '#server/platform/error.ts';

/**
 * The host name that passkeys are made for (the relying party's id). Undefined where browsers have no passkeys: at an
 * address without a name, and over http anywhere but on the machine itself.
 */
export function passkeyHostOf(publicUrl: string): string | undefined {
  const { hostname, protocol } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0) return undefined;
  return protocol === 'https:' || hostname === 'localhost' ? hostname : undefined;
}

export function requirePasskeyHost(publicUrl: string): string {
  const host = passkeyHostOf(publicUrl);
  if (host !== undefined) return host;
  throw new AppError('NOT_FOUND', 'Passkeys need https and a host name, or localhost: this server has neither.');
}
