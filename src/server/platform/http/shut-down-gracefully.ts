import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../error.ts';
import { guard, setImmediate, setTimeout } from '../guard.ts';
import { failureBody } from './failures.ts';
import { SECURITY_HEADERS } from './security.ts';

const COME_BACK_SECONDS = 5;

export const serverStopping = () =>
  new AppError('INTERNAL_ERROR', 'This server is stopping. Nothing was changed: send the same request again.', {
    code: 'SERVER_BUSY',
    status: 503,
    retryAfterSeconds: COME_BACK_SECONDS,
  });

/** How far a request in flight got is unknown here. */
const stoppedMeanwhile = () =>
  new AppError(
    'INTERNAL_ERROR',
    'The server stopped before this was finished. Look whether it was done before you send it again.',
    { code: 'SERVER_BUSY', status: 503 },
  );

export interface Stopping {
  /**
   * Draining: readiness fails, so that load balancers stop sending; what still arrives is served, once per connection.
   */
  drain(): void;
  isStopping(): boolean;
}

/**
 * Graceful shutdown in three steps: draining, when everything is served; closing, when only requests in flight go on;
 * and, for those that exceed `finishWithinMs`, a response instead of a broken connection.
 */
export function shutDownGracefully(app: FastifyInstance, { finishWithinMs }: { finishWithinMs: number }): Stopping {
  const running = new Map<FastifyReply, FastifyRequest>();
  let step: 'serving' | 'draining' | 'closing' = 'serving';

  app.addHook('onRequest', async (request, reply) => {
    running.set(reply, request);
    guard(reply.raw).once('close', () => running.delete(reply));
    if (step === 'serving') return;
    reply.header('connection', 'close');
    if (step === 'closing') throw serverStopping();
  });
  app.addHook('preClose', async () => {
    step = 'closing';
    setTimeout(() => {
      // In the next turn of the event loop, when the responses have been written.
      setImmediate(() => app.server.closeAllConnections());
      for (const [reply, request] of running) giveUp(reply, request);
    }, finishWithinMs).unref();
  });
  return {
    drain: () => {
      if (step === 'serving') step = 'draining';
    },
    isStopping: () => step !== 'serving',
  };
}

function giveUp(reply: FastifyReply, request: FastifyRequest): void {
  if (reply.raw.headersSent) return;
  const body = JSON.stringify(failureBody(stoppedMeanwhile(), request.id));
  const headers = {
    ...SECURITY_HEADERS,
    'x-request-id': request.id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(COME_BACK_SECONDS),
    connection: 'close',
  };
  reply.hijack();
  reply.raw.writeHead(503, headers).end(body);
}
