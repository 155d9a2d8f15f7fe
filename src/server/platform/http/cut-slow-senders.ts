import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { guard } from '../guard.ts';
import type { ConnectionLimits } from './connection-limits.ts';

interface Sending {
  request: IncomingMessage;
  /** Held here, because a request that was destroyed has none any more. */
  socket: Socket;
  response: ServerResponse;
  /** Start of the current window, and the bytes received by then. */
  at: number;
  bytes: number;
}

type Limits = Pick<ConnectionLimits, 'bodyWindowMs' | 'bodyBytesPerSecond'>;

const requestTooSlow = () =>
  Object.assign(new Error('the body arrives more slowly than the least rate'), { statusCode: 408 });

/**
 * A body may take any time while it keeps arriving. Below the minimum rate for a whole window it is answered with 408,
 * or disconnected where the response has begun. Returns the function that checks all bodies once.
 */
export function cutSlowSenders(server: Server, limits: Limits, now: () => number): () => void {
  const due = (limits.bodyWindowMs / 1_000) * limits.bodyBytesPerSecond;
  const sendings = new Set<Sending>();

  guard(server).on('request', (request, response) => {
    if (!announcesBody(request)) return;
    const { socket } = request;
    sendings.add({ request, socket, response, at: now(), bytes: socket.bytesRead });
  });

  return () => {
    for (const sending of sendings) {
      const { request, socket } = sending;
      const { bytesRead } = socket;
      if (request.complete || socket.destroyed) sendings.delete(sending);
      // Buffered data that we have not read yet is not the sender's delay.
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

/** Emits an error to the reader of the body, which answers; then the connection is closed. */
function refuse({ request, socket, response }: Sending): void {
  const isRead = request.listenerCount('error') > 0 && !request.destroyed;
  if (response.headersSent || !isRead) return void socket.destroy();
  response.shouldKeepAlive = false;
  request.emit('error', requestTooSlow());
}
