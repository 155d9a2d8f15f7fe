import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ConnectionLimits } from './connection-limits.ts';

interface Sending {
  request: IncomingMessage;
  response: ServerResponse;
  /** When the running window began, and what had arrived on the socket by then. */
  at: number;
  bytes: number;
}

type Limits = Pick<ConnectionLimits, 'bodyWindowMs' | 'bodyBytesPerSecond'>;

const requestTooSlow = () =>
  Object.assign(new Error('the body arrives more slowly than the least rate'), { statusCode: 408 });

/**
 * A body may take as long as it needs while it keeps coming. Whoever sends less than the least rate for a whole window is
 * answered with a 408, or cut where the answer has begun. What is returned looks at all bodies once.
 */
export function cutSlowSenders(server: Server, limits: Limits, now: () => number): () => void {
  const due = (limits.bodyWindowMs / 1_000) * limits.bodyBytesPerSecond;
  const sendings = new Set<Sending>();

  server.on('request', (request, response) => {
    if (!announcesBody(request)) return;
    sendings.add({ request, response, at: now(), bytes: request.socket.bytesRead });
  });

  return () => {
    for (const sending of sendings) {
      const { request } = sending;
      const { bytesRead } = request.socket;
      if (request.complete || request.socket.destroyed) sendings.delete(sending);
      // What lies here unread is waited for by nobody but us.
      else if (bytesRead - sending.bytes >= due || request.readableLength > 0) {
        sending.at = now();
        sending.bytes = bytesRead;
      } else if (now() - sending.at >= limits.bodyWindowMs) {
        sendings.delete(sending);
        refuse(sending);
      }
    }
  };
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whoever reads the body hears of it as of any other error of the request, and answers; then the connection ends. */
function refuse({ request, response }: Sending): void {
  const isRead = request.listenerCount('error') > 0;
  if (response.headersSent || !isRead) return void request.socket.destroy();
  response.shouldKeepAlive = false;
  request.emit('error', requestTooSlow());
}
