import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#contract/fields.ts';
import { challengeOf } from '#server/auth/index.ts';
import type { Context, Services } from '#server/platform/context.ts';
import type { AppError } from '#server/platform/error.ts';
import { recordUnsetKey } from '../record-sightings.ts';
import { refusalOf } from './mcp-refusal.ts';

interface Refused {
  ctx: Context;
  projectId: Id | null;
  /** JSON-RPC id of the message that is refused. */
  id: string | number | null;
  shown: AppError;
}

/** Answers a call refused before dispatch; returns the bytes sent. */
export async function refuseCall(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { ctx, projectId, id, shown }: Refused,
): Promise<number> {
  const refusal = refusalOf(shown, id, request.id);
  if (shown.detail.code === 'API_KEY_NOT_SET' && projectId !== null)
    await recordUnsetKey(services, projectId).catch((reason: unknown) =>
      ctx.log.warn({ reason: String(reason) }, 'an agent without its key could not be noted'),
    );
  if (shown.detail.retryAfterSeconds !== undefined) reply.header('retry-after', shown.detail.retryAfterSeconds);
  const challenge = shown.status === 401 ? challengeOf(ctx, request.headers) : undefined;
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  void reply.status(shown.status).type('application/json; charset=utf-8').send(refusal);
  return Buffer.byteLength(refusal);
}
