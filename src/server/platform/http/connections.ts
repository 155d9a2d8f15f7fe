import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { guarded } from '../guard.ts';

/**
 * Shutdown waits for requests, not for connections. One without a request yet (browsers preconnect), or with half a
 * request, counts as busy for Node and would delay the shutdown; it is destroyed at once.
 */
export function cutConnectionsOnClose(app: FastifyInstance<Server>): void {
  const requests = new Map<Socket, number>();
  const count = (socket: Socket, by: 1 | -1) => {
    const current = requests.get(socket);
    if (current !== undefined) requests.set(socket, current + by);
  };
  app.server.on(
    'connection',
    guarded((socket) => {
      requests.set(socket, 0);
      socket.once(
        'close',
        guarded(() => requests.delete(socket)),
      );
    }),
  );
  app.server.on(
    'request',
    guarded(({ socket }, response) => {
      count(socket, 1);
      response.once(
        'close',
        guarded(() => count(socket, -1)),
      );
    }),
  );
  app.addHook('preClose', async () => {
    for (const [socket, running] of requests) if (running === 0) socket.destroy();
  });
}
