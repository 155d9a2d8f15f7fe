import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { AppError } from '#server/platform/error.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** More names than one server has; whoever makes some up does not fill the memory. */
const KNOWN_MAX = 100;

/** A page in somebody's browser must not reach the server of the machine it runs on, by any name. */
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
