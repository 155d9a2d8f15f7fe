import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { addAdminRoutes } from './admin/index.ts';
import { addAgentRoutes, countCall, createCallLog, logCall, logRefusal } from './agent/index.ts';
import { addAppRoutes, addAuthRoutes, createAuth, requireMayWrite } from './auth/index.ts';
import {
  type PaymentProvider,
  type Sandbox,
  addBillingRoutes,
  createPayPal,
  createSandbox,
  endPayments,
  settleNotices,
} from './billing/index.ts';
import { type Engine, addEngineRoutes, createEngine } from './engine/index.ts';
import { addInstanceRoutes } from './instance/index.ts';
import { addNoteRoutes } from './notes/index.ts';
import { addExampleRoutes } from './example/index.ts';
import {
  addNotificationRoutes,
  exportNotifications,
  followNotifications,
  noteOccurrences,
} from './notifications/index.ts';
import { addPlanRoutes, followTexts, liveRunsOf } from './plan/index.ts';
import type { Services } from './platform/context.ts';
import { createMountDownload } from './platform/http/download.ts';
import { createForward } from './platform/http/forward.ts';
import { addHealthRoutes } from './platform/http/health.ts';
import { createRequestGate } from './platform/http/limits.ts';
import { type HttpParts, createMount } from './platform/http/mount.ts';
import { addApiDocs } from './platform/http/openapi.ts';
import { addPages } from './platform/http/pages.ts';
import { createMountMetadata } from './platform/http/well-known.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createTurns } from './platform/http/turns.ts';
import { createMountRaw } from './platform/http/raw.ts';
import { createMountStream } from './platform/http/stream.ts';
import { createMountUpload } from './platform/http/upload.ts';
import {
  addProjectRoutes,
  getCurrentSubscription,
  leaveWithAccount,
  listProjects,
  requireProject,
  settlePlaces,
} from './projects/index.ts';
import { addRealtimeRoutes } from './realtime/index.ts';
import { addTimelineRoutes, findOccurrences } from './timeline/index.ts';

export interface App {
  http: FastifyInstance;
  /** Graceful shutdown, first step: readiness fails while requests are still served, so load balancers stop sending. */
  drain(): void;
  /** Graceful shutdown, second step: ends streams, waits for requests in flight, and accepts no more connections. */
  close(): Promise<void>;
  /**
   * Periodic work of payments (renewals, expired subscriptions); called every few seconds by the process that runs the
   * server.
   */
  tend(): Promise<void>;
}

interface Options {
  secret: string;
  /** The built web app; without it only the API is served. */
  webDirectory?: string;
  checkAnswers?: boolean;
  /** The planning engine; by default the one the configuration selects. */
  engine?: Engine;
  /** The payment provider; by default the one the configuration selects. */
  payments?: PaymentProvider;
  extendMcp?: Parameters<typeof addAgentRoutes>[5];
  /** Overrides of how webhooks are delivered. */
  webhooks?: Parameters<typeof followNotifications>[1];
  /** Overrides of the timeouts for slow connections. */
  limits?: Parameters<typeof createHttpServer>[1];
}

/** Composition root: wires routes to use cases. It does not listen, so that tests can inject requests. */
export async function buildApp(services: Services, options: Options): Promise<App> {
  const http = createHttpServer(services, options.limits);
  const closing = new AbortController();
  const auth = createAuth(services, options.secret);
  const calls = createCallLog(services);
  const parts: HttpParts = {
    app: http,
    services,
    authenticate: auth.authenticate,
    gate: createRequestGate(services.config.requestsPerMinute),
    // A concurrency limit per account of a third of the pool: two accounts at their limit leave connections for others.
    turns: createTurns(Math.max(2, Math.floor(services.config.databasePool / 3))),
    countCall,
    requireMayWrite,
    tellCall: (call) => logCall(call, calls),
    tellRefusal: (refusal) => logRefusal(refusal, calls),
    checkAnswers: options.checkAnswers ?? false,
  };
  await http.register(compress, { threshold: 1024, encodings: ['br', 'gzip'], globalDecompression: false });

  const mount = createMount(parts);
  addHealthRoutes(http, services);
  addAuthRoutes({ mount, forward: createForward(parts) }, auth, {
    deletion: { before: (ctx, userId) => endPayments(billing.withPayments(ctx), userId), within: leaveWithAccount },
    proveProject: requireProject,
  });
  addProjectRoutes(mount);
  addNoteRoutes(mount);
  addExampleRoutes(mount);
  addNotificationRoutes(mount);
  addPlanRoutes({ mount, mountUpload: createMountUpload(parts) }, { exportNotifications });
  const mountRaw = createMountRaw(parts);
  addAppRoutes({ mount, mountRaw, mountMetadata: createMountMetadata(parts) }, services, {
    engine: auth.engine,
    secret: options.secret,
    listProjects,
  });
  const { payments, sandbox } = choosePayments(services, options);
  const billing = addBillingRoutes({ mount, mountRaw }, services, {
    payments,
    settleProjects: settlePlaces,
    readCurrent: getCurrentSubscription,
  });
  // The sandbox's webhook is injected in process: a server behind a proxy may not reach its own public address, and
  // injecting cannot be abused for SSRF. The route, its limits and its errors are the same.
  sandbox?.open(mountRaw, async (url, headers, payload) => {
    const { statusCode } = await http.inject({ method: 'POST', url, headers, payload });
    return statusCode;
  });
  const planners = options.engine ?? createEngine(services);
  const engine = addEngineRoutes(mount, planners);
  addInstanceRoutes(mount, services, { payments, engine: planners });
  const agents = addAgentRoutes(parts, mount, calls, engine.withEngine, options.secret, options.extendMcp);
  // Opened with the server, so that it has heard what is asked for later.
  const live = liveRunsOf(services.bus);
  addRealtimeRoutes(createMountStream(parts, closing.signal), services, live.follow);
  const timelines = addTimelineRoutes(mount, services, async (tx, projectId, entries) => {
    const found = await findOccurrences(tx, entries);
    await noteOccurrences(
      tx,
      found.map((each) => ({ ...each, projectId })),
    );
  });
  const admin = addAdminRoutes({ mount, mountDownload: createMountDownload(parts) }, services, engine.withEngine);
  await addApiDocs(http);
  if (options.webDirectory !== undefined) await addPages(http, options.webDirectory);
  const texts = followTexts(services);
  const notifications = followNotifications(services, options.webhooks);

  return {
    http,
    tend: async () => {
      await sandbox?.tend();
      await billing.tend();
    },
    drain: () => http.stopping.drain(),
    close: async () => {
      http.stopping.drain();
      closing.abort();
      await Promise.all([http.close(), engine.settle()]);
      await admin.settle();
      await engine.close();
      await agents.close();
      await Promise.all([texts.close(), timelines.close()]);
      await notifications.close();
      await Promise.all([auth.settle(), settleNotices()]);
    },
  };
}

/** The sandbox provider is mounted only where no payment provider is configured. */
function choosePayments(services: Services, options: Options): { payments: PaymentProvider; sandbox?: Sandbox } {
  const { paypal } = services.config;
  if (options.payments !== undefined) return { payments: options.payments };
  if (paypal !== undefined) return { payments: createPayPal(paypal, { now: services.now }) };
  const sandbox = createSandbox(services, options.secret);
  return { payments: sandbox.provider, sandbox };
}
