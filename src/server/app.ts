import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { addAdminRoutes } from './admin/index.ts';
import { addAgentRoutes, countCall, createCallLog, logCall, logRefusal } from './agent/index.ts';
import { addAppRoutes, addAuthRoutes, createAuth } from './auth/index.ts';
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
import { addPlanRoutes, followTexts } from './plan/index.ts';
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
import { addProjectRoutes, getCurrentSubscription, listProjects, settlePlaces } from './projects/index.ts';
import { addRealtimeRoutes } from './realtime/index.ts';

export interface App {
  http: FastifyInstance;
  /** Readiness goes red, and everything is served as before: balancers move on before connections are refused. */
  drain(): void;
  /** Streams end, requests in flight finish, and no more are taken. */
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
  extendMcp?: Parameters<typeof addAgentRoutes>[5];
  /** Other than the usual limits for slow connections. */
  limits?: Parameters<typeof createHttpServer>[1];
}

/** Puts the doors in front of the use cases. Listening is main's business, so tests can inject requests instead. */
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
    // Two accounts at full stretch leave connections for the others.
    turns: createTurns(Math.max(2, Math.floor(services.config.databasePool / 3))),
    countCall,
    tellCall: (call) => logCall(call, calls),
    tellRefusal: (refusal) => logRefusal(refusal, calls),
    checkAnswers: options.checkAnswers ?? false,
  };
  await http.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });

  const mount = createMount(parts);
  addHealthRoutes(http, services);
  addAuthRoutes({ mount, forward: createForward(parts) }, auth, (ctx, userId) =>
    endPayments(billing.withPayments(ctx), userId),
  );
  addProjectRoutes(mount);
  addNoteRoutes(mount);
  addPlanRoutes({ mount, mountUpload: createMountUpload(parts) });
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
  // Not over the network: a server behind a proxy may not reach its own address, and this one can lead nowhere else. The
  // route, its limits and its errors are the same.
  sandbox?.open(mountRaw, async (url, headers, payload) => {
    const { statusCode } = await http.inject({ method: 'POST', url, headers, payload });
    return statusCode;
  });
  const planners = options.engine ?? createEngine(services);
  const engine = addEngineRoutes(mount, planners);
  addInstanceRoutes(mount, services, { payments, engine: planners });
  const agents = addAgentRoutes(parts, mount, calls, engine.withEngine, options.secret, options.extendMcp);
  addRealtimeRoutes(createMountStream(parts, closing.signal), services);
  const admin = addAdminRoutes({ mount, mountDownload: createMountDownload(parts) }, services, engine.withEngine);
  await addApiDocs(http);
  if (options.webDirectory !== undefined) await addPages(http, options.webDirectory);
  const texts = followTexts(services);

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
      await texts.close();
      await Promise.all([auth.settle(), settleNotices()]);
    },
  };
}

/** Where nobody is configured to take money, the sandbox stands in; where somebody is, it does not exist. */
function choosePayments(services: Services, options: Options): { payments: PaymentProvider; sandbox?: Sandbox } {
  const { paypal } = services.config;
  if (options.payments !== undefined) return { payments: options.payments };
  if (paypal !== undefined) return { payments: createPayPal(paypal, { now: services.now }) };
  const sandbox = createSandbox(services, options.secret);
  return { payments: sandbox.provider, sandbox };
}
