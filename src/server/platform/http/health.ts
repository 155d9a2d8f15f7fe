import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Services } from '../context.ts';
import { databaseUnavailable, notFound } from '../error.ts';
import { isFromLoopback } from './caller.ts';
import { serverStopping } from './shut-down-gracefully.ts';

const READY_WITHIN_MS = 3_000;

/** Liveness, readiness and metrics, for monitoring. */
export function addHealthRoutes(app: FastifyInstance, services: Services): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }));

  app.get('/readyz', async () => {
    if (app.stopping.isStopping()) throw serverStopping();
    if (!(await answersInTime(services.database.pool))) throw databaseUnavailable();
    return { status: 'ready' };
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, services.config)) throw notFound('This page');
    reply.header('content-type', services.metrics.registry.contentType).header('cache-control', 'no-store');
    return services.metrics.registry.metrics();
  });
}

/** Readiness has a timeout: a slow database counts as not ready. */
async function answersInTime(pool: Services['database']['pool']): Promise<boolean> {
  const patience = new AbortController();
  const answered = pool.query('select 1 from migrations limit 1').then(
    () => true,
    () => false,
  );
  const tooLate = wait(READY_WITHIN_MS, false, { signal: patience.signal, ref: false }).catch(() => false);
  const result = await Promise.race([answered, tooLate]);
  patience.abort();
  return result;
}

function mayReadMetrics(request: FastifyRequest, config: Config): boolean {
  if (isFromLoopback(request, config)) return true;
  const { metricsToken: token } = config;
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && sent !== undefined && timingSafeEqual(digest(sent), digest(token));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
