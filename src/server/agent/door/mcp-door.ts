import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#contract/fields.ts';
import { KEEPS_TOKEN_HEADER } from '#contract/tools.ts';
import { agentNameOf } from '#server/auth/index.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { withToken } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { explainFailure } from '#server/platform/http/failures.ts';
import { type HttpParts, contextOf, requireOpen } from '#server/platform/http/mount.ts';
import { sendMeasured } from '#server/platform/http/send-measured.ts';
import { arrive, isOverLimit } from '../arrive.ts';
import type { CallLog } from '../call-log.ts';
import { isLight, isRead } from '../call-tool.ts';
import { withKeyOwner } from '../log-refusal.ts';
import { nameCommand } from '../rules.ts';
import { looksUpItself } from '../run-tool.ts';
import type { Waiting } from '../wait-for-work.ts';
import { admitAgent } from './admit-agent.ts';
import { createPlaceCheck } from './check-place.ts';
import { endWithCaller } from './end-with-caller.ts';
import { notServed } from './mcp-refusal.ts';
import { peek } from './mcp-request.ts';
import { createMcpSessions } from './mcp-sessions.ts';
import { openSession } from './open-session.ts';
import { readProject } from './read-project.ts';
import { refuseCall } from './refuse-call.ts';
import { type Extend, createSdkServing } from './serve-by-sdk.ts';
import { readUsualCall } from './usual-call.ts';
import { writeAnswer } from './write-answer.ts';

interface Door {
  handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  close(): Promise<void>;
}

const PASSED_ON = ['content-type', 'mcp-session-id', 'allow', 'www-authenticate'];

/** Stateless Streamable HTTP: every request carries its credential, project and client name. */
export function createMcpDoor(
  parts: HttpParts,
  log: CallLog,
  withEngine: (ctx: Context) => EngineContext,
  { secret, waiting }: { secret: string; waiting: Waiting },
  extend?: Extend,
): Door {
  const { url } = parts.services.config;
  const sessions = createMcpSessions(secret);
  const requireOwnPlace = createPlaceCheck(url);
  const sdk = createSdkServing(url, extend);

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
      requireOwnPlace(request.host, request.headers.origin);
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
      const isCall = seen.method === 'tools/call';
      // Only a tool's answer can report a lost baton; other requests leave that to the next call.
      const usual = extend === undefined ? readUsualCall(request.body, request.headers) : undefined;
      const { letIn, arrival } = arrive(ctx, settings, {
        projectId: isCall ? projectId : null,
        counted: countedAs(seen),
        isLight: isLight(seen.command),
        looksUpItself: looksUpItself(seen.command),
      });
      // A key over its limit gets no work done; writes and other requests wait too, so that nothing waits for a second
      // connection while it holds one.
      if (letIn !== undefined && (isOverLimit(ctx) || !isCall || !isRead(seen.command))) await letIn;
      const session = openSession(parts, withEngine(ctx), projectId, arrival, {
        keepsToken: request.headers[KEEPS_TOKEN_HEADER] === '1',
        tellStatus: (status) => {
          statusCode = status;
        },
        wait: (asking, id, tool, args) => waiting.wait(asking, id, tool, args, request.raw),
      });
      if (usual !== undefined) {
        const result = await session.callTool(usual.name, usual.args);
        // Also when the call failed: being over the limit takes precedence over its error.
        await arrival;
        const body = writeAnswer(usual, result);
        tell(Buffer.byteLength(body));
        return await reply.header('content-type', 'application/json').send(body);
      }
      const response = await sdk.serve(request, session);
      await Promise.resolve(arrival).catch(async (error: unknown) => {
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
      tell(await refuseCall(parts.services, request, reply, { ctx, projectId, id: seen.id, shown }));
      return reply;
    }
  };
  return { handle, close: () => sdk.close() };
}

const countedAs = ({ id, method }: ReturnType<typeof peek>) => {
  if (id === null) return 'nothing';
  return method === 'tools/call' ? 'call' : 'request';
};

/** A session id that this instance did not issue, or issued under another secret: the client starts a new one. */
function requireKnownSession({ headers }: FastifyRequest, seen: ReturnType<typeof peek>): void {
  if (headers['mcp-session-id'] === undefined || seen.session !== undefined || seen.isInitialize) return;
  throw new AppError('NOT_FOUND', 'This session is not known here. Connect again: initialize gives a new one.');
}
