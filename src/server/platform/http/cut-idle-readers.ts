import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { guard } from '../guard.ts';
import type { ConnectionLimits } from './connection-limits.ts';

interface Reading {
  response: ServerResponse;
  /** Bytes sent at the last check, and since when that has not changed. */
  taken: string;
  since: number;
}

type Limits = Pick<ConnectionLimits, 'streamReaderMs' | 'readerMs'>;

/**
 * Disconnects clients that read nothing of a pending response, so that they do not hold memory, a stream and a database
 * connection for ever. Slow ones that keep reading are left alone. Returns the function that checks all responses once.
 */
export function cutIdleReaders(server: Server, limits: Limits, now: () => number): () => void {
  const readings = new Map<Socket, Reading>();

  guard(server).on('request', ({ socket }, response) => {
    const reading = { response, taken: '', since: now() };
    readings.set(socket, reading);
    guard(response).once('close', () => {
      if (readings.get(socket) === reading) readings.delete(socket);
    });
  });

  return () => {
    for (const [socket, reading] of readings) {
      const taken = takenFrom(socket);
      if (socket.writableLength === 0 || taken !== reading.taken) {
        reading.taken = taken;
        reading.since = now();
      } else if (now() - reading.since >= patienceFor(reading.response, limits)) {
        readings.delete(socket);
        socket.destroy();
      }
    }
  };
}

function patienceFor(response: ServerResponse, { streamReaderMs, readerMs }: Limits): number {
  const type = response.getHeader('content-type');
  return typeof type === 'string' && type.startsWith('text/event-stream') ? streamReaderMs : readerMs;
}

/**
 * Bytes sent so far. Node counts a chunk when all of it was written; partial progress is only known to the handle,
 * which Node's own timeouts read as well.
 */
function takenFrom(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, '_handle');
  const queued: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return `${socket.bytesWritten - socket.writableLength} ${String(queued)}`;
}
