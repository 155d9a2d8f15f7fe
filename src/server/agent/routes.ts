import { listAgents as listing } from '#contract/api-key.ts';
import { claimForRun as claimingForRun } from '#contract/run-work.ts';
import { callTool as calling } from '#contract/tools.ts';
import type { EngineContext } from '#server/engine/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { HttpParts, Mount } from '#server/platform/http/mount.ts';
import { allowancesOf } from './allowances/allowances.ts';
import type { CallLog } from './call-log.ts';
import { claimForRunWithBrief } from './claim-for-run.ts';
import { createCallTool } from './call-tool.ts';
import { listAgents } from './list-agents.ts';
import { createWaiting } from './wait-for-work.ts';
import { createMcpDoor } from './door/mcp-door.ts';
import type { Extend } from './door/serve-by-sdk.ts';

/**
 * Below TCP's initial congestion window (ten packets) compression saves no round trip, and costs more than the rest of
 * a read.
 */
const COMPRESSION = { threshold: 14_000, encodings: ['br' as const, 'gzip' as const] };

/** The agents' endpoints; closing them flushes the call log. */
export function addAgentRoutes(
  parts: HttpParts,
  mount: Mount,
  log: CallLog,
  withEngine: (ctx: Context) => EngineContext,
  secret: string,
  extend?: Extend,
): { close(): Promise<void> } {
  const waiting = createWaiting();
  parts.app.addHook('preClose', async () => waiting.close());
  const door = createMcpDoor(parts, log, withEngine, { secret, waiting }, extend);
  for (const url of ['/mcp', '/mcp/:projectId'])
    parts.app.route({
      method: ['GET', 'POST', 'DELETE'],
      url,
      exposeHeadRoute: false,
      compress: COMPRESSION,
      handler: door.handle,
    });
  // The concurrency limit is applied when the tool runs, not around the route: a long poll must not occupy a slot.
  mount(calling, createCallTool(parts, log, withEngine, waiting), { takesTurn: false });
  mount(listing, listAgents);
  mount(claimingForRun, claimForRunWithBrief);
  return {
    async close() {
      await door.close();
      await log.close();
      await allowancesOf(parts.services).close();
    },
  };
}
