import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import { databaseUnavailable, notFound } from '../error.ts';
import { isFromLoopback } from './caller.ts';

/** Liveness, readiness and measurements, for the machines that watch a server. */
export function addHealthRoutes(app: FastifyInstance, services: Services, isDraining: () => boolean): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.status(503).header('retry-after', 5).send({ status: 'stopping' });
    await services.database.pool.query('select 1 from migrations limit 1').catch(() => {
      throw databaseUnavailable();
    });
    return { status: 'ready' };
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, services.config)) throw notFound('This page');
    reply.header('content-type', services.metrics.registry.contentType).header('cache-control', 'no-store');
    return services.metrics.registry.metrics();
  });
}

function mayReadMetrics(request: FastifyRequest, { url, metricsToken: token }: Config): boolean {
  if (isFromLoopback(request, url)) return true;
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
