import { listAgents as listing } from '#contract/api-key.ts';
import { callTool as calling } from '#contract/tools.ts';
import type { EngineContext } from '#server/engine/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { HttpParts, Mount } from '#server/platform/http/mount.ts';
import { allowancesOf } from './allowances/allowances.ts';
import type { CallLog } from './call-log.ts';
import { createCallTool } from './call-tool.ts';
import { listAgents } from './list-agents.ts';
import { createWaiting } from './wait-for-work.ts';
import { createMcpDoor } from './door/mcp-door.ts';
import type { Extend } from './door/serve-by-sdk.ts';

/**
 * What fits into the packets that a connection sends before it waits for an answer arrives no sooner for being compressed,
 * and compressing it costs more than all the rest of a read.
 */
const COMPRESSION = { threshold: 14_000, encodings: ['br' as const, 'gzip' as const] };

/** The agents' doors; closing them writes down the calls that are still in memory. */
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
  // A tool takes its turn when it runs: one that waits for an answer must not.
  mount(calling, createCallTool(parts, log, withEngine, waiting), { takesTurn: false });
  mount(listing, listAgents);
  return {
    async close() {
      await door.close();
      await log.close();
      await allowancesOf(parts.services).close();
    },
  };
}
