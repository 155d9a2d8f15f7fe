import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'cf-connecting-ip',
  'via',
];

/** Asked at every request, of one address. */
let known = { url: '', isLocal: false };
function isLocal(url: string): boolean {
  if (known.url !== url) known = { url, isLocal: LOCAL_NAMES.has(new URL(url).hostname) };
  return known.isLocal;
}

/**
 * Whether the request was made on this machine by someone who sits at it. A proxy on the same machine also connects from
 * loopback, and need not say so in any header: an instance with a public address therefore trusts nobody for being near.
 * A foreign page may point a name of its own at 127.0.0.1, or ask from the browser of the person who sits there.
 */
export function isFromLoopback(request: FastifyRequest, publicUrl: string): boolean {
  if (!isLocal(publicUrl)) return false;
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) return false;
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  const host = request.headers.host ?? '';
  return LOCAL_NAMES.has(host.replace(/:\d+$/, ''));
}
