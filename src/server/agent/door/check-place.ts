import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { AppError } from '#server/platform/error.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Bounds the cache: a client can send any number of host names. */
const KNOWN_MAX = 100;

/**
 * Protection against DNS rebinding: a web page in somebody's browser must not reach a server on that machine under any
 * host name.
 */
export function createPlaceCheck(publicUrl: string): (host: string, origin: string | undefined) => void {
  const hosts = [...LOOPBACK, new URL(publicUrl).hostname];
  const known = new Set<string>();
  return (host, origin) => {
    if (!known.has(host)) {
      if (!validateHostHeader(host, hosts).ok)
        throw new AppError(
          'FORBIDDEN',
          'This server does not answer to that name. Set BATON_URL to the address it is reached at.',
        );
      if (known.size >= KNOWN_MAX) known.clear();
      known.add(host);
    }
    if (origin !== undefined && !validateOriginHeader(origin, hosts).ok)
      throw new AppError('FORBIDDEN', 'Calls from pages of other sites are refused.');
  };
}
