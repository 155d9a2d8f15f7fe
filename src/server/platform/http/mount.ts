import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Actor, Context, Services } from '../context.ts';
import { AppError } from '../error.ts';
import { pageFields } from '../page.ts';
import { explainFailure } from './failures.ts';
import { isAtThisMachine } from './caller.ts';
import type { RequestGate } from './limits.ts';
import { parseInput } from './parse.ts';
import type { Turns } from './turns.ts';
import { writeJson } from './write-json.ts';

/** Authenticates a request; throws for invalid credentials. Injected by the auth feature. */
export type Authenticate = (ctx: Context, headers: FastifyRequest['headers']) => Promise<Actor>;
export type UseCase<E> = (ctx: Context, input: InputOf<E>) => Promise<AnswerOf<E>>;
interface MountOptions {
  /** False for work that takes minutes and mostly waits: exempt from the account's concurrency limit. */
  takesTurn?: boolean;
  /** A response of megabytes is serialised in chunks, so that it does not block the event loop. */
  isLong?: boolean;
}
export type Mount = <E extends Endpoint>(endpoint: E, useCase: UseCase<E>, options?: MountOptions) => void;

export interface Refusal {
  /** As far as authentication got. */
  ctx: Context;
  endpoint: Endpoint;
  request: FastifyRequest;
  error: unknown;
  ms: number;
}

export interface Arrived {
  /** What happened to the caller's batons, reported with any answer. */
  notices: string[];
  /** The holder name of the caller's baton, to which its writes are attributed. */
  name: string | undefined;
}

export interface AgentCall {
  ctx: Context;
  /** The client program's own name. */
  agent: string;
  endpoint: Endpoint;
  projectId: Id | null;
  status: number;
  ms: number;
}

export interface HttpParts {
  app: FastifyInstance;
  services: Services;
  authenticate: Authenticate;
  gate: RequestGate;
  turns: Turns;
  /** Counts a call by key against its rate limit, and returns what to report. Injected by the agent feature. */
  countCall: (ctx: Context, endpoint: Endpoint) => Promise<Arrived>;
  /** Whether the caller's credential allows changes; throws. Injected by the auth feature. */
  requireMayWrite: (ctx: Context, what: string) => void;
  /**
   * Called for calls of agents that were answered or failed in the use case, for the call log. Injected by the agent
   * feature.
   */
  tellCall: (call: AgentCall) => void;
  /**
   * Called for requests that were refused before the use case; the agent feature, which injects it, logs those of
   * agents.
   */
  tellRefusal: (refusal: Refusal) => void;
  /** Tests validate every answer against the contract, so that it cannot drift from its schema. */
  checkAnswers: boolean;
}

/**
 * Mounts REST endpoints: authentication, authorization, parsing, envelope and errors are the same for all, so a route
 * is one line.
 */
export function createMount(parts: HttpParts): Mount {
  return (endpoint, useCase, { takesTurn = true, isLong = false } = {}) => {
    parts.app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
      handler: async (request, reply) => {
        const began = performance.now();
        const { ctx, input } = await admit(parts, endpoint, request);
        const work = () => useCase(ctx, input as InputOf<typeof endpoint>);
        return answerWith(parts, { endpoint, request, reply, ctx, input, began, takesTurn, isLong }, work);
      },
    });
  };
}

interface Admitted extends MountOptions {
  endpoint: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  ctx: Context;
  input: Record<string, unknown>;
  began: number;
}

/** Runs an admitted request under the account's concurrency limit, and answers in the envelope. */
export async function answerWith(
  parts: HttpParts,
  { endpoint, request, reply, ctx, input, began, takesTurn = true, isLong = false }: Admitted,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const tell = (status: number) => {
    if (ctx.actor.kind !== 'agent' || (endpoint.isBeat && status < 400)) return;
    const projectId = ctx.actor.projectId ?? projectIn(endpoint, input);
    const agent = request.actor !== undefined && 'name' in request.actor ? request.actor.name : '';
    parts.tellCall({ ctx, agent, endpoint, projectId, status, ms: performance.now() - began });
  };
  const answer = await (takesTurn ? inTurn(parts, ctx, work) : work()).catch((error: unknown) => {
    tell(explainFailure(error).shown.status);
    throw error;
  });
  if (parts.checkAnswers) endpoint.answer.parse(answer);
  tell(endpoint.status);
  reply.status(endpoint.status);
  const told = request.notices.length === 0 ? {} : { notices: request.notices };
  const body =
    endpoint.bare && typeof answer === 'object'
      ? { success: true, ...answer, ...told }
      : { success: true, data: answer, ...pageFields(answer), ...told };
  return isLong ? reply.type('application/json; charset=utf-8').send(writeJson(body)) : body;
}

/** The project id in the path. */
function projectIn({ path }: Endpoint, input: Record<string, unknown>): Id | null {
  const name = path.startsWith('/api/projects/:id') ? 'id' : path.includes(':projectId') ? 'projectId' : undefined;
  const id = name === undefined ? undefined : input[name];
  return typeof id === 'string' ? (id as Id) : null;
}

export async function inTurn<T>(parts: HttpParts, ctx: Context, work: () => Promise<T>): Promise<T> {
  const end = await takeTurn(parts, ctx);
  try {
    return await work();
  } finally {
    end();
  }
}

export const takeTurn = ({ turns }: HttpParts, ctx: Context): Promise<() => void> =>
  turns.take('userId' in ctx.actor ? ctx.actor.userId : ctx.address);

/** All checks before a use case runs, ordered to reveal least to unauthenticated callers. */
export async function admit(
  parts: HttpParts,
  endpoint: Endpoint,
  request: FastifyRequest,
  sent: Parameters<typeof parseInput>[1] = request,
): Promise<{ ctx: Context; input: Record<string, unknown> }> {
  const began = performance.now();
  let ctx = contextOf(parts.services, request);
  try {
    const actor = endpoint.access === 'public' ? ctx.actor : await identify(parts, ctx, request);
    ctx = { ...ctx, actor };
    request.actor = actor;
    if (actor.kind === 'agent' && !endpoint.isBeat) {
      const { notices, name } = await parts.countCall(ctx, endpoint);
      request.notices = notices;
      if (name !== undefined) ctx = { ...ctx, actor: { ...actor, name } };
    } else parts.gate.pass('userId' in actor ? `user:${actor.userId}` : `address:${ctx.address}`);
    requireAccess(endpoint, actor);
    if (actor.kind === 'agent' && !endpoint.isReading)
      parts.requireMayWrite(ctx, `${endpoint.method} ${endpoint.path}`);
    if (endpoint.access !== 'public') await requireOpen(ctx);
    return { ctx, input: parseInput(endpoint, sent) };
  } catch (error) {
    if (endpoint.access !== 'public')
      parts.tellRefusal({ ctx, endpoint, request, error, ms: performance.now() - began });
    throw error;
  }
}

/** Refused credentials count against the IP address's rate limit. */
async function identify(parts: HttpParts, visitor: Context, request: FastifyRequest): Promise<Actor> {
  try {
    return await parts.authenticate(visitor, request.headers);
  } catch (error) {
    parts.gate.pass(`address:${visitor.address}`);
    throw error;
  }
}

export function contextOf(services: Services, request: FastifyRequest): Context {
  return {
    ...services,
    actor: { kind: 'anonymous' },
    requestId: request.id,
    address: request.ip,
    fromLoopback: isAtThisMachine(request, services.config),
  };
}

function requireAccess(endpoint: Endpoint, actor: Actor): void {
  if (endpoint.access === 'public') return;
  if (actor.kind === 'anonymous') throw new AppError('AUTHENTICATION_ERROR', 'No authentication token available');
  if (endpoint.access === 'caller') return;
  if (actor.kind !== 'user') throw new AppError('FORBIDDEN', 'An API key cannot do this; sign in to the web app.');
  if (endpoint.access === 'admin' && !actor.isAdmin)
    throw new AppError('FORBIDDEN', 'This is for administrators only.');
}

/** In maintenance mode only administrators are served. */
export async function isOpenFor({ actor, settings }: Context): Promise<boolean> {
  if (actor.kind === 'user' && actor.isAdmin) return true;
  return !(await settings.read()).maintenanceMode;
}

export async function requireOpen(ctx: Context): Promise<void> {
  if (await isOpenFor(ctx)) return;
  const { maintenanceMessage } = await ctx.settings.read();
  throw new AppError('MAINTENANCE', maintenanceMessage, { retryAfterSeconds: 60 });
}
