import type { Endpoint } from '#contract/endpoint.ts';
import { callTool } from '#contract/tools.ts';
import type { Context } from '#server/platform/context.ts';
import type { AgentCall, Arrived } from '#server/platform/http/mount.ts';
import { arrive } from './arrive.ts';
import type { CallLog } from './call-log.ts';
import { tellLosses } from './call-tool.ts';

/**
 * A REST call that came with a key: counted like a tool's. What happened to the caller's batons is told with it, except by
 * a tool, which says it in its own lines.
 */
export async function countCall(ctx: Context, endpoint: Endpoint): Promise<Arrived> {
  const { actor } = ctx;
  const projectId = actor.kind === 'agent' && endpoint.id !== callTool.id ? actor.projectId : null;
  const { letIn, arrival } = arrive(ctx, await ctx.settings.read(), { projectId, counted: 'call' });
  if (letIn !== undefined) await letIn;
  const { losses, held } = await arrival;
  return { notices: losses.length === 0 ? [] : tellLosses(losses).split('\n'), name: held?.name };
}

/** Every call with a key stands in the log, by its tool or its address: who looks for an agent finds all it did. */
export function logCall({ ctx, agent, endpoint, projectId, status, ms }: AgentCall, log: CallLog): void {
  // A tool writes its own line, by its name.
  if (endpoint.id === callTool.id || ctx.actor.kind !== 'agent') return;
  log.add({
    ctx,
    door: 'rest',
    projectId,
    command: `${endpoint.method} ${endpoint.path}`,
    isKnown: true,
    agent,
    statusCode: status,
    ms,
    bytesOut: 0,
  });
}
