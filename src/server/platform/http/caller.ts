import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isLocalUrl, isLoopback, readLocalHost } from '../local-address.ts';
import { findProxyHeader } from './proxy-headers.ts';

type Where = Pick<Config, 'url' | 'trustedProxies' | 'port'>;

/**
 * Whether nothing in the configuration says that a proxy stands in front. A proxy on this machine connects from loopback
 * like its user does, and may send no header of its own: so wherever one is configured, no caller counts as local.
 */
export const standsAlone = ({ url, trustedProxies }: Pick<Config, 'url' | 'trustedProxies'>): boolean =>
  trustedProxies.length === 0 && url.startsWith('http:') && isLocalUrl(url);

/**
 * Whether the request was made on this machine and not through a proxy, as far as its headers tell. Host and origin are
 * checked against DNS rebinding and cross-site requests from the user's browser.
 */
export function isFromLoopback(request: FastifyRequest, config: Where): boolean {
  if (!factsOf(config).alone) return false;
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  if (!isLoopback(request.socket.remoteAddress)) return false;
  if (readLocalHost(request.headers.host ?? '') === undefined) return false;
  return findProxyHeader(request.headers) === undefined;
}

/**
 * Whether it is the user of this machine, for what opens accounts. `Connection` belongs to one connection and is written
 * by whoever holds it: a browser that connects by itself says keep-alive over HTTP/1.1, a proxy by default close, HTTP/1.0 or
 * nothing, whatever its client sent. And once anything has shown a proxy, nobody counts until the server is restarted.
 */
export function isAtThisMachine(request: FastifyRequest, config: Where): boolean {
  if (!isFromLoopback(request, config)) return false;
  if (request.raw.httpVersion !== '1.1' || request.headers.connection?.toLowerCase() !== 'keep-alive') return false;
  if (request.server.proxySeen()) return false;
  // The listening port, or that of the address: they differ while `npm run dev` serves the web app.
  const asked = readLocalHost(request.headers.host ?? '')?.port;
  return asked === (request.socket.localPort ?? config.port) || asked === factsOf(config).port;
}

/** Read once, since every request asks. */
const facts = new WeakMap<Where, { alone: boolean; port: number }>();
function factsOf(config: Where): { alone: boolean; port: number } {
  const known = facts.get(config);
  if (known !== undefined) return known;
  const read = { alone: standsAlone(config), port: Number(new URL(config.url).port || 80) };
  facts.set(config, read);
  return read;
}
