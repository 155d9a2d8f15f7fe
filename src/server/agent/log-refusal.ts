import { callTool } from '#contract/tools.ts';
import { Id } from '#contract/fields.ts';
import { agentNameOf, carriesKey } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { AppError } from '#server/platform/error.ts';
import { explainFailure } from '#server/platform/http/failures.ts';
import type { Refusal } from '#server/platform/http/mount.ts';
import type { CallLog } from './call-log.ts';
import { nameCommand } from './rules.ts';

/**
 * Logs a REST call by key that was refused before dispatch, so that the reason why an agent cannot work is found in the
 * log.
 */
export function logRefusal({ ctx, endpoint, request, error, ms }: Refusal, log: CallLog): void {
  if (ctx.actor.kind !== 'agent' && (ctx.actor.kind !== 'anonymous' || !carriesKey(request.headers))) return;
  const { shown, recordAs } = explainFailure(error);
  const isTool = endpoint.id === callTool.id;
  if (recordAs !== undefined || (!isTool && shown.type === 'VALIDATION_ERROR')) return;
  const { projectId, tool = '' } = request.params as { projectId?: string; tool?: string };
  const named = Id.safeParse(isTool ? projectId : request.headers['x-project-id']);
  const caller = { projectId: named.success ? named.data : null, name: agentNameOf(request.headers) };
  log.add({
    ctx: withKeyOwner(ctx, shown, caller),
    door: 'rest',
    projectId: caller.projectId,
    ...(isTool ? { command: nameCommand(tool) } : { command: `${endpoint.method} ${endpoint.path}`, isKnown: true }),
    agent: caller.name,
    statusCode: shown.status,
    ms,
    bytesOut: Buffer.byteLength(shown.message),
  });
}

/** A refused key that is known has an owner: the call is logged under that account. */
export function withKeyOwner(ctx: Context, shown: AppError, caller: { projectId: Id | null; name: string }): Context {
  const { keyOf } = shown.detail;
  return keyOf === undefined ? ctx : { ...ctx, actor: { kind: 'agent', userId: keyOf, ...caller } };
}
