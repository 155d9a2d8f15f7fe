import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits } from './connection-limits.ts';

interface Reading {
  response: ServerResponse;
  /** What had left by the last look, and since when no more has. */
  taken: string;
  since: number;
}

type Limits = Pick<ConnectionLimits, 'streamReaderMs' | 'readerMs'>;

/**
 * A reader that takes nothing of what waits for it is cut, so that it holds no memory, no stream and no connection to the
 * database for ever. One that takes little is left alone. What is returned looks at all answers once.
 */
export function cutIdleReaders(server: Server, limits: Limits, now: () => number): () => void {
  const readings = new Map<Socket, Reading>();

  server.on('request', ({ socket }, response) => {
    const reading = { response, taken: '', since: now() };
    readings.set(socket, reading);
    response.once('close', () => {
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
 * What has left so far. Node counts a piece as sent when all of it is; of one that is half gone only the handle tells,
 * and Node’s own timeouts ask it as well.
 */
function takenFrom(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, '_handle');
  const queued: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return `${socket.bytesWritten - socket.writableLength} ${String(queued)}`;
}
