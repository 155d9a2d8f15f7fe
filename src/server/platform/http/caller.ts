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

/** Memoized for the last URL, since every request asks. */
let known = { url: '', isLocal: false };
function isLocal(url: string): boolean {
  if (known.url !== url) known = { url, isLocal: LOCAL_NAMES.has(new URL(url).hostname) };
  return known.isLocal;
}

/**
 * Whether the request was made on this machine by its user. A proxy on the same machine also connects from loopback,
 * with or without a forwarding header: so an instance with a public URL trusts no caller for being local. Host and
 * origin are checked against DNS rebinding and cross-site requests from that person's browser.
 */
export function isFromLoopback(request: FastifyRequest, publicUrl: string): boolean {
  if (!isLocal(publicUrl)) return false;
  if (request.headers['sec-fetch-site'] === 'cross-site') return false;
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) return false;
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  const host = request.headers.host ?? '';
  return LOCAL_NAMES.has(host.replace(/:\d+$/, ''));
}
