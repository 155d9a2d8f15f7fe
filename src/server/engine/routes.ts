import * as contract from '#contract/generation.ts';
import * as prd from '#contract/prd.ts';
import type { Context } from '#server/platform/context.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { EngineContext } from './context.ts';
import { deletePrdVersion } from './delete-prd-version.ts';
import { generatePlan } from './generate-plan.ts';
import { getCoverage } from './get-coverage.ts';
import { getEngine } from './get-engine.ts';
import type { Engine } from './planner.ts';
import { previewPlan } from './preview-plan.ts';
import { getPrd, getPrdVersion, listPrdVersions } from './read-prd.ts';
import { openWork } from './open-work.ts';
import { readText } from './read-text.ts';
import { savePrd } from './save-prd.ts';
import { setPrdRoles } from './set-roles.ts';

/**
 * Mounts the engine's endpoints. At shutdown drafts under way are settled first, and the engine is closed after the
 * endpoints.
 */
export function addEngineRoutes(
  mount: Mount,
  engine: Engine,
): { withEngine(ctx: Context): EngineContext; settle(): Promise<void>; close(): Promise<void> } {
  const work = openWork();
  const withEngine = (ctx: Context): EngineContext => ({ ...ctx, engine, underWay: work });

  // Drafting by a model takes minutes: exempt from the account's concurrency limit.
  mount(contract.generatePlan, (ctx, input) => generatePlan(withEngine(ctx), input), { takesTurn: false });
  mount(contract.previewPlan, (ctx, input) => previewPlan(withEngine(ctx), input), { takesTurn: false, isLong: true });
  mount(contract.readText, (ctx, input) => readText(withEngine(ctx), input), { isLong: true });
  mount(contract.getEngine, (ctx) => getEngine(withEngine(ctx)));
  mount(prd.getPrd, (ctx, input) => getPrd(withEngine(ctx), input), { isLong: true });
  mount(prd.savePrd, (ctx, input) => savePrd(withEngine(ctx), input));
  mount(prd.setPrdRoles, (ctx, input) => setPrdRoles(withEngine(ctx), input));
  mount(prd.listPrdVersions, listPrdVersions);
  mount(prd.getPrdVersion, getPrdVersion);
  mount(prd.deletePrdVersion, deletePrdVersion);
  mount(prd.getCoverage, (ctx, input) => getCoverage(withEngine(ctx), input));
  return { withEngine, settle: () => work.settle(), close: () => engine.close() };
}
