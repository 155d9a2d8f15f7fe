import type { FastifyRequest } from 'fastify';

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/**
 * Whether the request was made on this machine by someone who sits at it. A proxy on the same machine also connects from
 * loopback, and a foreign page may point a name of its own at 127.0.0.1: both give themselves away in the headers.
 */
export function isFromLoopback(request: FastifyRequest): boolean {
  if (!LOOPBACK.test(request.socket.remoteAddress ?? '')) return false;
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  const host = request.headers.host ?? '';
  return LOCAL_NAMES.has(host.replace(/:\d+$/, ''));
}
