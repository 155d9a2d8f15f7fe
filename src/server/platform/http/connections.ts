import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { guard } from '../guard.ts';

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
  guard(app.server).on('connection', (socket) => {
    requests.set(socket, 0);
    guard(socket).once('close', () => requests.delete(socket));
  });
  guard(app.server).on('request', ({ socket }, response) => {
    count(socket, 1);
    guard(response).once('close', () => count(socket, -1));
  });
  app.addHook('preClose', async () => {
    for (const [socket, running] of requests) if (running === 0) socket.destroy();
  });
}
