import * as contract from '#contract/generation.ts';
import type { Context } from '#server/platform/context.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { EngineContext } from './context.ts';
import { generatePlan } from './generate-plan.ts';
import { getCoverage } from './get-coverage.ts';
import { getEngine, outlinePrd } from './outline-prd.ts';
import type { Engine } from './planner.ts';
import { previewPlan } from './preview-plan.ts';
import { getPrd, getPrdVersion, listPrdVersions } from './read-prd.ts';
import { openWork } from './open-work.ts';

/** Puts the engine's doors up. Whoever stops the server lets the drafts under way settle, and closes it after the doors. */
export function addEngineRoutes(mount: Mount, engine: Engine): { settle(): Promise<void>; close(): Promise<void> } {
  const work = openWork();
  const withEngine = (ctx: Context): EngineContext => ({ ...ctx, engine, underWay: work });

  // Drafting takes minutes where a model does it: it must not take the turns of the account's other requests.
  mount(contract.generatePlan, (ctx, input) => generatePlan(withEngine(ctx), input), { takesTurn: false });
  mount(contract.previewPlan, (ctx, input) => previewPlan(withEngine(ctx), input), { takesTurn: false });
  mount(contract.outlinePrd, (ctx, input) => outlinePrd(withEngine(ctx), input));
  mount(contract.getEngine, (ctx) => getEngine(withEngine(ctx)));
  mount(contract.getPrd, (ctx, input) => getPrd(withEngine(ctx), input));
  mount(contract.listPrdVersions, listPrdVersions);
  mount(contract.getPrdVersion, getPrdVersion);
  mount(contract.getCoverage, getCoverage);
  return { settle: () => work.settle(), close: () => engine.close() };
}
