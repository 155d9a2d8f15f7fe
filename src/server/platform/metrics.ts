import { setTimeout as wait } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { VERSION } from './version.ts';

export interface Metrics {
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  errorsTotal: Counter<'category'>;
  openStreams: Gauge;
  mcpCallSeconds: Histogram<'command' | 'outcome'>;
  generationSeconds: Histogram<'planner' | 'outcome'>;
  plannerJobs: Counter<'kind' | 'outcome'>;
  plannerSeconds: Histogram<'kind'>;
  plannerQueue: Gauge<'state'>;
  feedEvents: Counter<'type'>;
  webhooks: Counter<'provider' | 'outcome'>;
  limitRefusals: Counter<'door'>;
}

/** The part of the pool that metrics need. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  query(text: string): Promise<{ rows: unknown[] }>;
}

const QUICK_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const PLANNER_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const LONG_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/**
 * One registry per server, no module state, so that tests do not share it. Labels have bounded cardinality: never a
 * name, id or address from a client.
 */
export function createMetrics(pool: Pool): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'baton_' });
  const buildInfo = new Gauge({
    name: 'baton_build_info',
    help: 'Always 1; the labels say what runs',
    labelNames: ['version', 'node'],
    registers,
  });
  buildInfo.set({ version: VERSION, node: process.version }, 1);
  measurePool(registry, pool);
  measureDatabase(registry, pool);
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'baton_http_request_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: QUICK_SECONDS,
      registers,
    }),
    errorsTotal: new Counter({
      name: 'baton_errors_total',
      help: 'Unexpected errors, as the error log records them',
      labelNames: ['category'],
      registers,
    }),
    openStreams: new Gauge({ name: 'baton_open_streams', help: 'Open change feeds', registers }),
    mcpCallSeconds: new Histogram({
      name: 'baton_mcp_call_seconds',
      help: 'Calls of agents by command and outcome: ok, refused, limited or failed',
      labelNames: ['command', 'outcome'],
      buckets: QUICK_SECONDS,
      registers,
    }),
    generationSeconds: new Histogram({
      name: 'baton_generation_seconds',
      help: 'Plans drafted, by planner and outcome: completed or failed',
      labelNames: ['planner', 'outcome'],
      buckets: LONG_SECONDS,
      registers,
    }),
    plannerJobs: new Counter({
      name: 'baton_planner_jobs_total',
      help: 'PRDs to be read, by kind (live, preview, plan, save) and outcome: done, refused, busy, superseded or failed',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    plannerSeconds: new Histogram({
      name: 'baton_planner_seconds',
      help: 'Time that reading and planning a PRD takes a thread, without waiting for one',
      labelNames: ['kind'],
      buckets: PLANNER_SECONDS,
      registers,
    }),
    plannerQueue: new Gauge({
      name: 'baton_planner_queue',
      help: 'PRDs that are being read, and that wait for it',
      labelNames: ['state'],
      registers,
    }),
    feedEvents: new Counter({
      name: 'baton_feed_events_total',
      help: 'Events written to change feeds by this process',
      labelNames: ['type'],
      registers,
    }),
    webhooks: new Counter({
      name: 'baton_webhooks_total',
      help: 'Messages of payment providers: counted, repeated, unrelated, foreign or refused',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    limitRefusals: new Counter({
      name: 'baton_limit_refusals_total',
      help: 'Requests that were refused because a limit was reached',
      labelNames: ['door'],
      registers,
    }),
  };
}

function measurePool(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: 'baton_database_connections',
    help: 'Database connections of this process; waiting: requests that have none yet',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      connections.set({ state: 'open' }, pool.totalCount);
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

const ANSWER_WITHIN_MS = 2_000;
const ASK = `select pg_database_size(current_database())::float8 as size,
  (select count(*) from batons where expires_at > now())::float8 as held`;

interface Asked {
  size: number;
  held: number;
}

/** Queried once per scrape. If the database does not answer these metrics are left out. */
function measureDatabase(registry: Registry, pool: Pool): void {
  let asking: Promise<Asked | undefined> | undefined;
  const ask = () =>
    (asking ??= askDatabase(pool).finally(() => {
      asking = undefined;
    }));
  const add = (name: string, help: string, valueOf: (asked: Asked | undefined) => number | undefined) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = valueOf(await ask());
        if (value === undefined) gauge.remove();
        else gauge.set(value);
      },
    });
  };
  add('baton_database_up', '1 when the database answered within two seconds', (asked) => (asked ? 1 : 0));
  add('baton_database_size_bytes', 'What the database takes on its disk', (asked) => asked?.size);
  add('baton_held_batons', 'Batons whose lease runs, on all servers', (asked) => asked?.held);
}

async function askDatabase(pool: Pool): Promise<Asked | undefined> {
  const tooLate = wait(ANSWER_WITHIN_MS, undefined, { ref: false });
  const found = await Promise.race([pool.query(ASK).catch(() => undefined), tooLate]);
  return found?.rows[0] as Asked | undefined;
}
