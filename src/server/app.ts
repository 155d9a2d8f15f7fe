import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { addAgentRoutes, countCall, createCallLog } from './agent/index.ts';
import { addAuthRoutes, createAuth } from './auth/index.ts';
import { type PaymentProvider, addBillingRoutes, createPayPal, createSandbox } from './billing/index.ts';
import { type Engine, addEngineRoutes, createEngine } from './engine/index.ts';
import { addInstanceRoutes } from './instance/index.ts';
import { addNoteRoutes } from './notes/index.ts';
import { addPlanRoutes } from './plan/index.ts';
import type { Services } from './platform/context.ts';
import { createForward } from './platform/http/forward.ts';
import { addHealthRoutes } from './platform/http/health.ts';
import { createRequestGate } from './platform/http/limits.ts';
import { type HttpParts, createMount } from './platform/http/mount.ts';
import { addApiDocs } from './platform/http/openapi.ts';
import { addPages } from './platform/http/pages.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createTurns } from './platform/http/turns.ts';
import { createMountRaw } from './platform/http/raw.ts';
import { createMountStream } from './platform/http/stream.ts';
import { addProjectRoutes, getCurrentSubscription, settlePlaces } from './projects/index.ts';
import { addRealtimeRoutes } from './realtime/index.ts';

export interface App {
  http: FastifyInstance;
  /** Readiness goes red at once, streams end, requests in flight finish. */
  close(): Promise<void>;
  /** What time brings about in payments; called every few seconds by whoever runs the server. */
  tend(): Promise<void>;
}

interface Options {
  secret: string;
  /** The built web app; without it only the API is served. */
  webDirectory?: string;
  checkAnswers?: boolean;
  /** What drafts plans; without it, what the configuration says. */
  engine?: Engine;
  /** Who is paid; without it, what the configuration says. */
  payments?: PaymentProvider;
  extendMcp?: Parameters<typeof addAgentRoutes>[3];
}

/** Puts the doors in front of the use cases. Listening is main's business, so tests can inject requests instead. */
export async function buildApp(services: Services, options: Options): Promise<App> {
  const http = createHttpServer(services);
  const closing = new AbortController();
  const auth = createAuth(services, options.secret);
  const calls = createCallLog(services);
  const parts: HttpParts = {
    app: http,
    services,
    authenticate: auth.authenticate,
    gate: createRequestGate(services.config.requestsPerMinute),
    // Two accounts at full stretch leave connections for the others.
    turns: createTurns(Math.max(2, Math.floor(services.config.databasePool / 3))),
    countCall: (ctx) => countCall(ctx, calls),
    checkAnswers: options.checkAnswers ?? false,
  };
  await http.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });

  const mount = createMount(parts);
  addHealthRoutes(http, services, () => closing.signal.aborted);
  addAuthRoutes({ mount, forward: createForward(parts) }, auth);
  addInstanceRoutes(mount);
  addProjectRoutes(mount);
  addNoteRoutes(mount);
  addPlanRoutes(mount);
  const mountRaw = createMountRaw(parts);
  const billing = addBillingRoutes({ mount, mountRaw }, services, {
    payments: options.payments ?? createPayments(services, options.secret),
    settleProjects: settlePlaces,
    readCurrent: getCurrentSubscription,
  });
  const engine = addEngineRoutes(mount, options.engine ?? createEngine(services));
  const agents = addAgentRoutes(parts, mount, calls, options.extendMcp);
  addRealtimeRoutes(createMountStream(parts, closing.signal));
  await addApiDocs(http);
  if (options.webDirectory !== undefined) await addPages(http, options.webDirectory);

  return {
    http,
    tend: billing.tend,
    close: async () => {
      closing.abort();
      await Promise.all([http.close(), engine.settle()]);
      await engine.close();
      await agents.close();
      await auth.settle();
    },
  };
}

const createPayments = (services: Services, secret: string): PaymentProvider =>
  services.config.paypal === undefined ? createSandbox(services, secret) : createPayPal(services.config.paypal);
