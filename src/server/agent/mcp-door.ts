import {
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isLegacyRequest,
  validateHostHeader,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Id } from '#contract/fields.ts';
import { KEEPS_TOKEN_HEADER, TOKEN_META_KEY } from '#contract/tools.ts';
import { agentNameOf, challengeOf, recogniseGrant, requireScope, withHold } from '#server/auth/index.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { withToken } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { explainFailure } from '#server/platform/http/failures.ts';
import { type HttpParts, contextOf, requireOpen, takeTurn } from '#server/platform/http/mount.ts';
import { sendMeasured } from '#server/platform/http/send-measured.ts';
import { VERSION } from '#server/platform/version.ts';
import { type Arrival, arrive, isOverLimit } from './arrive.ts';
import { answerCall, failedCall } from './call-tool.ts';
import type { CallLog } from './call-log.ts';
import { endWithCaller } from './end-with-caller.ts';
import { withKeyOwner } from './log-refusal.ts';
import { peek } from './mcp-request.ts';
import { notServed, refusalOf } from './mcp-refusal.ts';
import { createMcpSessions } from './mcp-sessions.ts';
import { recordUnsetKey } from './record-sightings.ts';
import { readResource } from './resources.ts';
import { nameCommand } from './rules.ts';
import type { Waiting } from './wait-for-work.ts';
import { type ProtocolServer, type Session, createMcpServer } from './serve-tools.ts';

/** Tests add the tools and prompts that the protocol's conformance suite looks for. */
export type Extend = (server: ProtocolServer) => void;

interface Door {
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  close(): Promise<void>;
}

/** More than one instance ever needs: nothing here changes while a client is connected. */
const SUBSCRIPTIONS_MAX = 64;
const PASSED_ON = ['content-type', 'mcp-session-id', 'allow', 'www-authenticate'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Streamable HTTP without state: every request carries its key, its project and its client's name. */
export function createMcpDoor(
  parts: HttpParts,
  log: CallLog,
  withEngine: (ctx: Context) => EngineContext,
  { secret, waiting }: { secret: string; waiting: Waiting },
  extend?: Extend,
): Door {
  const sessions = createMcpSessions(secret);
  const hosts = [...LOOPBACK, new URL(parts.services.config.url).hostname];
  const build = (mcp: McpRequestContext) => {
    const server = createMcpServer(VERSION, mcp.authInfo?.extra?.['session'] as Session);
    extend?.(server);
    return server;
  };
  const modern = createMcpHandler(build, { legacy: 'reject', maxSubscriptions: SUBSCRIPTIONS_MAX });

  const serve = async (request: FastifyRequest, session: Session): Promise<Response> => {
    const web = toWebRequest(parts, request);
    const options = {
      authInfo: { token: '', clientId: '', scopes: [], extra: { session } },
      ...(request.body === undefined ? {} : { parsedBody: request.body }),
    };
    if (!(await isLegacyRequest(web, request.body))) return modern.fetch(web, options);
    const server = build({ era: 'legacy', ...options });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: extend === undefined });
    await server.connect(transport);
    return transport.handleRequest(web, options);
  };

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const began = performance.now();
    const seen = peek(request.body, request.headers, sessions);
    const agent = agentNameOf(request.headers, seen.client);
    let ctx = contextOf(parts.services, request);
    let projectId: Id | null = null;
    let statusCode = 200;
    const tell = (bytesOut: number) =>
      log.add({
        ctx,
        door: 'mcp',
        projectId,
        command: nameCommand(seen.command),
        agent,
        statusCode,
        ms: performance.now() - began,
        bytesOut,
      });
    try {
      requireOwnPlace(request, hosts);
      if (Array.isArray(request.body))
        throw new AppError('VALIDATION_ERROR', 'Send one message per request, not a batch.');
      projectId = readProject(request);
      const admitted = await admitAgent(parts, ctx, request, { projectId, name: agent, session: seen.session });
      ctx = withToken(admitted, seen.token);
      projectId = admitted.actor.projectId;
      await requireOpen(ctx);
      if (request.method !== 'POST') {
        statusCode = 405;
        return await sendMeasured(reply, notServed(), PASSED_ON, tell);
      }
      requireKnownSession(request, seen);
      const settings = await ctx.settings.read();
      // Only a tool's answer can tell of a baton that was taken away; other requests leave that for the next call.
      const arriving = arrive(ctx, settings, seen.method === 'tools/call' ? projectId : null, countedAs(seen));
      // Whoever calls too often does not get the work done first.
      if (isOverLimit(ctx)) await arriving;
      const session = openSession(parts, withEngine(ctx), projectId, arriving, {
        keepsToken: request.headers[KEEPS_TOKEN_HEADER] === '1',
        tellStatus: (status) => {
          statusCode = status;
        },
        wait: (asking, id, tool, args) => waiting.wait(asking, id, tool, args, request.raw),
      });
      const response = await serve(request, session);
      await arriving.catch(async (error: unknown) => {
        await response.body?.cancel();
        throw error;
      });
      if (statusCode === 200) statusCode = response.status;
      if (seen.isInitialize && seen.client !== undefined)
        response.headers.set('mcp-session-id', sessions.make(seen.client));
      return await sendMeasured(reply, endWithCaller(ctx, response), PASSED_ON, tell);
    } catch (error) {
      const { shown, recordAs } = explainFailure(error);
      if (recordAs !== undefined) throw error;
      statusCode = shown.status;
      ctx = withKeyOwner(ctx, shown, { projectId, name: agent });
      const refusal = refusalOf(shown, seen.id, request.id);
      tell(Buffer.byteLength(refusal));
      if (shown.detail.code === 'API_KEY_NOT_SET' && projectId !== null)
        await recordUnsetKey(parts.services, projectId).catch((reason: unknown) =>
          ctx.log.warn({ reason: String(reason) }, 'an agent without its key could not be noted'),
        );
      if (shown.detail.retryAfterSeconds !== undefined) reply.header('retry-after', shown.detail.retryAfterSeconds);
      const challenge = shown.status === 401 ? challengeOf(ctx, request.headers) : undefined;
      if (challenge !== undefined) reply.header('www-authenticate', challenge);
      return reply.status(shown.status).type('application/json; charset=utf-8').send(refusal);
    }
  };
  return { handle, close: () => modern.close() };
}

const countedAs = ({ id, method }: ReturnType<typeof peek>) => {
  if (id === null) return 'nothing';
  return method === 'tools/call' ? 'call' : 'request';
};

/** A session that this instance did not give out, or gave out under another secret: the client begins a new one. */
function requireKnownSession({ headers }: FastifyRequest, seen: ReturnType<typeof peek>): void {
  if (headers['mcp-session-id'] === undefined || seen.session !== undefined || seen.isInitialize) return;
  throw new AppError('NOT_FOUND', 'This session is not known here. Connect again: initialize gives a new one.');
}

/** A page in somebody's browser must not reach the server of the machine it runs on, by any name. */
function requireOwnPlace(request: FastifyRequest, hosts: string[]): void {
  if (!validateHostHeader(request.host, hosts).ok)
    throw new AppError(
      'FORBIDDEN',
      'This server does not answer to that name. Set BATON_URL to the address it is reached at.',
    );
  if (!validateOriginHeader(request.headers.origin, hosts).ok)
    throw new AppError('FORBIDDEN', 'Calls from pages of other sites are refused.');
}

function readProject(request: FastifyRequest): Id | null {
  const inPath = (request.params as { projectId?: string }).projectId;
  const inHeader = request.headers['x-project-id'];
  const named = inPath ?? (inHeader === '' ? undefined : inHeader);
  if (named === undefined) return null;
  const id = Id.safeParse(named);
  if (!id.success)
    throw new AppError('VALIDATION_ERROR', 'The project id is not valid: copy it from the project’s credentials.');
  if (inPath !== undefined && inHeader !== undefined && inHeader !== '' && inHeader !== inPath)
    throw new AppError('VALIDATION_ERROR', 'The address and the x-project-id header name two different projects.');
  return id.data;
}

type Agent = Extract<Context['actor'], { kind: 'agent' }>;

async function admitAgent(
  parts: HttpParts,
  visitor: Context,
  request: FastifyRequest,
  { projectId, name, session }: { projectId: Id | null; name: string; session: string | undefined },
): Promise<Context & { actor: Agent }> {
  let actor: Context['actor'];
  try {
    const granted = await recogniseGrant(visitor, request.headers, projectId);
    actor = (granted && withHold(granted, request.headers)) ?? (await parts.authenticate(visitor, request.headers));
  } catch (error) {
    parts.gate.pass(`address:${visitor.address}`);
    throw error;
  }
  if (actor.kind !== 'agent') {
    parts.gate.pass(`address:${visitor.address}`);
    throw new AppError(
      'AUTHENTICATION_ERROR',
      'Sign in, or send an API key as Authorization: Bearer <key>. The API Keys page makes one.',
    );
  }
  request.actor = actor;
  // What the caller says of itself in a header of ours goes before the protocol's session.
  const own = actor.session ?? (session === undefined ? undefined : `mcp.${session}`);
  // Whoever signed in for an app chose its project; a key comes with the project it names.
  const place = actor.grant === undefined ? projectId : actor.projectId;
  return { ...visitor, actor: { ...actor, projectId: place, name, ...(own === undefined ? {} : { session: own }) } };
}

interface Beside {
  /** The caller is a program that keeps the token for its agent. */
  keepsToken: boolean;
  tellStatus(status: number): void;
  /** Where the call asks to: until there is something to do. */
  wait(ctx: Context, projectId: Id, tool: string, args: unknown): Promise<void>;
}

/** What this request may do, for the protocol to call. */
function openSession(
  parts: HttpParts,
  ctx: EngineContext,
  projectId: Id | null,
  arriving: Promise<Arrival>,
  { keepsToken, tellStatus, wait }: Beside,
): Session {
  const requireNamed = () => {
    if (projectId !== null) return projectId;
    throw new AppError(
      'VALIDATION_ERROR',
      'No project is named. Connect to /mcp/<project id>, or send it as x-project-id.',
    );
  };
  return {
    async callTool(name, args) {
      let end = () => {};
      try {
        requireScope(ctx, name, args);
        const project = requireNamed();
        await wait(ctx, project, name, args);
        end = await takeTurn(parts, ctx);
        const { text, baton } = await answerCall(ctx, project, arriving, name, args);
        const content = [{ type: 'text' as const, text }];
        return baton === undefined || !keepsToken ? { content } : { content, _meta: { [TOKEN_META_KEY]: baton } };
      } catch (error) {
        const { result, status } = failedCall(ctx, name, error);
        tellStatus(status);
        return result;
      } finally {
        end();
      }
    },
    async readResource(uri) {
      const end = await takeTurn(parts, ctx);
      try {
        return await readResource(ctx, requireNamed(), uri);
      } catch (error) {
        const { result, status } = failedCall(ctx, 'resources/read', error);
        tellStatus(status);
        const [said] = result.content;
        throw new ProtocolError(
          status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
          said?.type === 'text' ? said.text : '',
        );
      } finally {
        end();
      }
    },
  };
}

function toWebRequest({ services }: HttpParts, request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return new Request(`${services.config.url}/mcp`, { method: request.method, headers });
}
