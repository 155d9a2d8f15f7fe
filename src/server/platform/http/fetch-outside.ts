import * as http from 'node:http';
import * as https from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { guard, guarded } from '../guard.ts';
import { isPublic } from './allowed-addresses.ts';
import { type ResolvedAddress, resolveName } from './resolve-name.ts';

/** How names are resolved and which addresses may be connected to. */
export interface Network {
  resolve(hostname: string): Promise<ResolvedAddress[]>;
  isAllowed(address: string): boolean;
  /** Certificates for tests. */
  options?: Pick<https.RequestOptions, 'ca'>;
}

export const INTERNET: Network = {
  resolve: (hostname) => resolveName(hostname),
  isAllowed: isPublic,
};

/** Interim answers (1xx) before the final one; some servers send a few. */
const INTERIM_MAX = 20;

export interface OutsideRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Upper bound for everything: resolving, connecting, sending and reading. */
  timeMs: number;
  /** The rest of a longer answer is not read. */
  bytesMax: number;
  /** An answer whose body breaks off or takes too long counts as cut, not as a failure. */
  isStatusEnough?: boolean;
  signal?: AbortSignal | null | undefined;
}

export interface OutsideAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** The answer was longer than what was read. */
  isCut: boolean;
}

/** The name resolves to an address that must not be connected to. */
export class AddressRefused extends Error {
  constructor() {
    super('the name resolves to an address that is not allowed');
    this.name = 'AddressRefused';
  }
}

/** The receiver sent something that is no answer to a request. */
class NoAnswer extends Error {
  readonly code = 'NO_ANSWER';
}

/**
 * Sends a request to a URL that an untrusted person or client chose, with protection against SSRF: the name is resolved
 * once, every resolved address must be allowed, and the connection can only go to those addresses, so that DNS rebinding
 * cannot reach the internal network. Redirects are returned, never followed; time and size are bounded; no cookies, no
 * kept connections, and no proxy of the environment, which would resolve the name itself.
 */
export async function fetchOutside(
  url: URL,
  request: OutsideRequest,
  network: Network = INTERNET,
): Promise<OutsideAnswer> {
  const timeout = AbortSignal.timeout(request.timeMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await orAborted(network.resolve(hostname), signal);
  if (addresses.length === 0 || !addresses.every(({ address }) => network.isAllowed(address)))
    throw new AddressRefused();
  // Raced with the signal, so that no way in which a receiver leaves a request unanswered outlasts the time.
  const sent = send(url, hostname, request, { ...network.options, lookup: only(addresses), signal });
  const answer = await orAborted(sent, signal);
  return read(answer, request);
}

/** Replaces the resolver of the connection: whatever the name resolves to by now, these addresses are used. */
function only(addresses: ResolvedAddress[]): LookupFunction {
  const [first] = addresses;
  return (_hostname, options, done) => {
    if (options.all === true) done(null, addresses);
    else done(null, first?.address ?? '', first?.family ?? 4);
  };
}

function send(
  url: URL,
  hostname: string,
  { method, headers, body }: OutsideRequest,
  options: https.RequestOptions,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const isEncrypted = url.protocol === 'https:';
  const call = (isEncrypted ? https : http).request(
    {
      ...options,
      // A new agent without options: it keeps no connection and knows no proxy.
      agent: false,
      method,
      host: hostname,
      // An IP address is not permitted as a server name (RFC 6066).
      ...(isEncrypted && { servername: isIP(hostname) === 0 ? hostname : '' }),
      port: url.port === '' ? (isEncrypted ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: {
        ...headers,
        host: url.host,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    },
    resolve,
  );
  // Not `once`: an error after the answer would be uncaught.
  call.on('error', reject);
  // Unheard, an answer that switches protocols ends the request without an error.
  guard(call).on('upgrade', (_answer, socket) => {
    socket.destroy();
    reject(new NoAnswer('the receiver wants to switch protocols'));
  });
  // They are counted neither as headers nor as body.
  let interim = 0;
  guard(call).on('information', () => {
    interim += 1;
    if (interim > INTERIM_MAX) call.destroy(new NoAnswer('the receiver sends interim answers only'));
  });
  call.end(body);
  return promise;
}

async function read(
  answer: http.IncomingMessage,
  { bytesMax, isStatusEnough = false }: OutsideRequest,
): Promise<OutsideAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isBroken = false;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop closes the connection.
      if (bytes > bytesMax) break;
    }
  } catch (error) {
    if (!isStatusEnough) throw error;
    isBroken = true;
  }
  const body = Buffer.concat(chunks).subarray(0, bytesMax);
  return { status: answer.statusCode ?? 502, headers: answer.headers, body, isCut: isBroken || bytes > bytesMax };
}

/** What cannot be cancelled, such as a lookup, is left: its result is ignored. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = guarded(() => reject(signal.reason as Error));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}
