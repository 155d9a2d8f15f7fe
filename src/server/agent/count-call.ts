import type { Endpoint } from '#contract/endpoint.ts';
import { callTool } from '#contract/tools.ts';
import type { Context } from '#server/platform/context.ts';
import type { AgentCall, Arrived } from '#server/platform/http/mount.ts';
import { arrive } from './arrive.ts';
import type { CallLog } from './call-log.ts';
import { tellLosses } from './call-tool.ts';

/**
 * Counts a REST call by key like a tool call. Lost batons are told in its envelope, except by the tool endpoint, whose
 * text says it.
 */
export async function countCall(ctx: Context, endpoint: Endpoint): Promise<Arrived> {
  const { actor } = ctx;
  const projectId = actor.kind === 'agent' && endpoint.id !== callTool.id ? actor.projectId : null;
  const { letIn, arrival } = arrive(ctx, await ctx.settings.read(), { projectId, counted: 'call' });
  if (letIn !== undefined) await letIn;
  const { losses, held } = await arrival;
  return { notices: losses.length === 0 ? [] : tellLosses(losses).split('\n'), name: held?.name };
}

/** Logs every call by key under its tool or path, so that all activity of an agent can be found. */
export function logCall({ ctx, agent, endpoint, projectId, status, ms }: AgentCall, log: CallLog): void {
  // The tool endpoint logs itself, by the tool's name.
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
