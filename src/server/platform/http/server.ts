import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { BODY_MAX_BYTES } from '#contract/constants.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor, Services } from '../context.ts';
import { AppError } from '../error.ts';
import { guarded, setInterval } from '../guard.ts';
import { randomPooled } from '../random.ts';
import { type ConnectionLimits, limitsFor } from './connection-limits.ts';
import { cutConnectionsOnClose } from './connections.ts';
import { cutIdleReaders } from './cut-idle-readers.ts';
import { cutSlowSenders } from './cut-slow-senders.ts';
import { explainFailure, failureBody, tooSlow } from './failures.ts';
import { pathForLog } from './log-path.ts';
import { dropRest } from './receive-upload.ts';
import { SECURITY_HEADERS, addSecurityHeaders } from './security.ts';
import { type Stopping, shutDownGracefully } from './shut-down-gracefully.ts';
import { watchProxies } from './watch-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** What an agent is told in the envelope, whatever it asked. */
    notices: string[];
  }
  interface FastifyInstance {
    /** Every mounted route as "GET /path", which the access test iterates over. */
    mounted: string[];
    limits: ConnectionLimits;
    stopping: Stopping;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** It takes a compressed body, and unpacks it itself. */
    unpacks?: true;
  }
}

const TOO_MANY = 429;

/** The HTTP server with what every response has in common: request id, headers, errors, one log line, metrics. */
export function createHttpServer(services: Services, wanted: Partial<ConnectionLimits> = {}): FastifyInstance {
  const { config, log } = services;
  const limits = { ...limitsFor(config), ...wanted };
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_MAX_BYTES,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkEveryMs },
    // A large body on a slow line may take long; its progress is watched below.
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomPooled(8).toString('hex'),
    forceCloseConnections: 'idle',
    // The framework's own 503 is not in our envelope.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 256 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (_error, request, reply) => void refuseUnreadable(request, reply),
    clientErrorHandler: guarded(answerBrokenConnection),
  });
  app.decorateRequest('actor', undefined);
  app.decorateRequest('notices', null as unknown as string[]);
  app.addHook('onRequest', (request, _reply, done) => {
    request.notices = [];
    done();
  });
  app.decorate('mounted', []);
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (name !== 'HEAD' && name !== 'OPTIONS') app.mounted.push(`${name} ${url}`);
  });
  app.addHook('onRequest', (request, reply) => refusePacked(request, reply, limits.lingerMs));
  acceptNoBody(app);
  cutConnectionsOnClose(app);
  cutWhoeverKeepsUsWaiting(app, limits);
  watchProxies(app, services);
  addSecurityHeaders(app, { https: config.url.startsWith('https:') });
  app.decorate('stopping', shutDownGracefully(app, limits));

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const seconds = reply.elapsedTime / 1_000;
    services.metrics.requestSeconds.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path: pathForLog(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.ip,
        ...(request.actor !== undefined && 'userId' in request.actor ? { user: request.actor.userId } : {}),
      },
      'request',
    );
  });

  app.setErrorHandler((error, request, reply) => {
    const { shown, recordAs } = explainFailure(error, { isRead: request.method === 'GET' });
    if (recordAs !== undefined && !hasReaderLeft(error, reply)) {
      services.errorLog.record({
        level: 'error',
        category: recordAs,
        error,
        requestId: request.id,
        context: {
          method: request.method,
          route: request.routeOptions.url ?? 'unmatched',
          ...(error instanceof AppError ? { told: error.message, errorCode: error.detail.code } : {}),
        },
      });
    }
    if (shown.status === TOO_MANY) services.metrics.limitRefusals.inc({ door: 'rest' });
    if (shown.detail.retryAfterSeconds !== undefined) reply.header('retry-after', shown.detail.retryAfterSeconds);
    const told = request.notices.length === 0 ? {} : { notices: request.notices };
    return reply.status(shown.status).send({ ...failureBody(shown, request.id), ...told });
  });

  app.setNotFoundHandler((request, reply) => {
    const missing = new AppError('NOT_FOUND', 'There is nothing at this address.');
    return reply.status(404).send(failureBody(missing, request.id));
  });
  return app;
}

function cutWhoeverKeepsUsWaiting(app: FastifyInstance, limits: ConnectionLimits): void {
  const now = () => performance.now();
  const looks = [cutSlowSenders(app.server, limits, now), cutIdleReaders(app.server, limits, now)];
  const timer = setInterval(() => {
    for (const look of looks) look();
  }, limits.checkEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.decorate('limits', limits);
}

/** A client that disconnects before its response is complete only breaks the stream; not an error. */
const hasReaderLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** Unpacking for everybody would let a few bytes take much memory. */
async function refusePacked(
  { raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  lingerMs: number,
): Promise<void> {
  const encoding = raw.headers['content-encoding'] ?? 'identity';
  if (/^identity$/i.test(encoding) || routeOptions.config.unpacks) return;
  await dropRest(raw, reply, lingerMs);
  throw new AppError('VALIDATION_ERROR', 'A compressed body is not accepted here: send it without Content-Encoding.', {
    status: 415,
  });
}

/** Many clients send a JSON content type with everything: an empty body is accepted where none is needed. */
function acceptNoBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const { endpoint } = request.routeOptions.config;
    if (body === '' && endpoint !== undefined && endpoint.body === undefined) done(null);
    else void parse(request, body, done);
  });
}

/** A malformed URL never reaches a route, its hooks or the error handler; the answer looks the same. */
function refuseUnreadable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = new AppError('VALIDATION_ERROR', 'The address of the request is not valid.');
  return reply.headers(SECURITY_HEADERS).status(400).send(failureBody(refusal, request.id));
}

/** Not HTTP, too slow, or oversized headers: answered on the raw socket, because there is no request yet. */
function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return;
  const [status, text] = BROKEN[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify(failureBody(new AppError('VALIDATION_ERROR', text), randomPooled(8).toString('hex')));
  const headers = {
    ...SECURITY_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
}

const BROKEN: Record<string, [string, string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', tooSlow().message],
};

/** Inputs and answers are validated by the contract; the framework's schema compilers would only use memory. */
function noSchemas(): never {
  throw new Error('a route has a schema of the framework; describe it in the contract instead');
}
