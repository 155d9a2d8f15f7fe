import { Resolver, lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Until a name server is asked again. */
const WAIT_MS = 2_000;
const TRIES = 2;
/** No name server is asked for these names (RFC 6761). */
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * The addresses of a name that a stranger chose, by a resolver without threads. `lookup` would keep one of libuv's few
 * threads for as long as a name server takes: names whose servers never answer would stop password hashing and the
 * reading of files. It does not know the hosts file.
 */
export async function resolveName(
  hostname: string,
  { servers, waitMs = WAIT_MS }: { servers?: readonly string[]; waitMs?: number } = {},
): Promise<ResolvedAddress[]> {
  const literal = isIP(hostname);
  if (literal !== 0) return [{ address: hostname, family: literal }];
  if (/(?:^|\.)localhost\.?$/i.test(hostname)) return LOOPBACK;
  const resolver = new Resolver({ timeout: waitMs, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [addressesOf(four, 4), addressesOf(six, 6)].flat();
  if (found.length > 0) return found;
  const isUnknown = [four, six].every((each) => UNKNOWN.has(codeOf(each)));
  throw Object.assign(new Error('the name could not be resolved'), { code: isUnknown ? 'ENOTFOUND' : 'EAI_AGAIN' });
}

/**
 * Also names of the hosts file and of the local network, where the administrator allows private addresses: they are
 * looked up as every program of this machine does, with a thread.
 */
export const resolveNearby = (hostname: string): Promise<ResolvedAddress[]> =>
  resolveName(hostname).catch(() => lookup(hostname, { all: true, order: 'verbatim' }));

const addressesOf = (settled: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] =>
  settled.status === 'fulfilled' ? settled.value.map((address) => ({ address, family })) : [];

const codeOf = (settled: PromiseSettledResult<string[]>): string =>
  settled.status === 'rejected' ? String((settled.reason as NodeJS.ErrnoException).code) : '';
