import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  errorsTotal: Counter<'category'>;
  openStreams: Gauge;
}

/** One registry per server process and, in tests, per server: nothing is shared through module state. */
export function createMetrics(pool: { totalCount: number; idleCount: number; waitingCount: number }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'baton_' });
  const requestSeconds = new Histogram({
    name: 'baton_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const errorsTotal = new Counter({
    name: 'baton_errors_total',
    help: 'Unexpected errors, as the error log records them',
    labelNames: ['category'],
    registers: [registry],
  });
  const openStreams = new Gauge({ name: 'baton_open_streams', help: 'Open change feeds', registers: [registry] });
  const connections = new Gauge({
    name: 'baton_database_connections',
    help: 'Database connections of this process',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      connections.set({ state: 'open' }, pool.totalCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return { registry, requestSeconds, errorsTotal, openStreams };
}
