import { AddressRefused, INTERNET, type Network, fetchOutside } from '#server/platform/http/fetch-outside.ts';

/** Upper bound, even if the caller's signal allows more. */
const TIME_MAX_MS = 5_000;
const BYTES_MAX = 64 * 1024;
const NO_BODY = new Set([204, 205, 304]);

/** Fetches the document at the URL that an untrusted client gave as its id, with the protection of `fetchOutside`. */
export function createMetadataFetch(network: Network = INTERNET) {
  return async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const asked = new Request(input, init);
    const url = new URL(asked.url);
    if (url.protocol !== 'https:') throw new TypeError('a client’s document is fetched over https only');
    if (asked.method !== 'GET') throw new TypeError('a client’s document is only read');
    const { status, headers, body, isCut } = await fetchOutside(
      url,
      {
        method: 'GET',
        headers: Object.fromEntries(asked.headers),
        timeMs: TIME_MAX_MS,
        bytesMax: BYTES_MAX,
        signal: init?.signal,
      },
      network,
    ).catch((error: unknown) => {
      if (error instanceof AddressRefused) throw new TypeError('a client’s document must be at a public address');
      throw error;
    });
    if (isCut) throw new Error('a client’s document is too large');
    const kept = new Headers();
    for (const [name, value] of Object.entries(headers))
      for (const item of [value ?? []].flat()) kept.append(name, item);
    return new Response(NO_BODY.has(status) ? null : new Uint8Array(body), { status, headers: kept });
  };
}

export const fetchClientMetadata = createMetadataFetch();
