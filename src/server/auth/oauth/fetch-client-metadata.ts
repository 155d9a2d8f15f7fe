import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { isPublicRoutableHost } from '@better-auth/core/utils/host';

interface Network {
  resolve(hostname: string): Promise<{ address: string; family: number }[]>;
  isAllowed(address: string): boolean;
  /** Certificates for tests. */
  options?: Pick<RequestOptions, 'ca'>;
}

const INTERNET: Network = {
  resolve: (hostname) => lookup(hostname, { all: true, order: 'verbatim' }),
  isAllowed: isPublicRoutableHost,
};

/** Upper bound, even if the caller's signal allows more. */
const TIME_MAX_MS = 5_000;
const BYTES_MAX = 64 * 1024;
const NO_BODY = new Set([204, 205, 304]);

/**
 * Fetches a URL that an untrusted client chose, with protection against SSRF: the name is resolved once, every resolved
 * address must be public, and the connection goes to that address, so that DNS rebinding cannot reach the internal
 * network. Redirects are returned, never followed; time and size are bounded.
 */
export function createMetadataFetch(network: Network = INTERNET) {
  return async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const asked = new Request(input, init);
    const url = new URL(asked.url);
    if (url.protocol !== 'https:') throw new TypeError('a client’s document is fetched over https only');
    if (asked.method !== 'GET') throw new TypeError('a client’s document is only read');
    const hostname = url.hostname.replace(/^\[|\]$/g, '');
    const signal = AbortSignal.any([AbortSignal.timeout(TIME_MAX_MS), ...(init?.signal ? [init.signal] : [])]);
    const addresses = await network.resolve(hostname);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => network.isAllowed(address)))
      throw new TypeError('a client’s document must be at a public address');
    return connect(url, first.address, {
      ...network.options,
      servername: hostname,
      headers: { ...Object.fromEntries(asked.headers), host: url.host },
      signal,
    });
  };
}

export const fetchClientMetadata = createMetadataFetch();

function connect(url: URL, address: string, options: RequestOptions): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const call = request(
    {
      ...options,
      agent: false,
      host: address,
      port: url.port === '' ? 443 : Number(url.port),
      path: `${url.pathname}${url.search}`,
    },
    (answer) => void read(answer).then(resolve, reject),
  );
  call.once('error', reject);
  call.end();
  return promise;
}

async function read(answer: IncomingMessage): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const item of [value ?? []].flat()) headers.append(name, item);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BYTES_MAX) throw new Error('a client’s document is too large');
    chunks.push(chunk);
  }
  const status = answer.statusCode ?? 502;
  return new Response(NO_BODY.has(status) ? null : Buffer.concat(chunks), { status, headers });
}
