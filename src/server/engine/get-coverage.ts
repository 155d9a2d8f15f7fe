import type { AnswerOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { getCoverage as endpoint } from '#contract/prd.ts';
import { listTraced } from '#server/plan/index.ts';
import { readRequirements } from '#server/prd/index.ts';
import { requireProject } from '#server/projects/index.ts';
import type { EngineContext } from './context.ts';
import { refreshReading } from './refresh-reading.ts';
import { countCoverage, traceRequirements } from './rules.ts';

const OPEN_MAX = 100;

/** How many lines of the PRD the plan covers, and which it does not. */
export async function getCoverage(ctx: EngineContext, input: { id: Id }): Promise<AnswerOf<typeof endpoint>> {
  const project = await requireProject(ctx, input.id);
  const counted = await refreshReading(ctx, project.id);
  const kept = await readRequirements(ctx.db, project.id);
  const tasks = await listTraced(ctx.db, project.id);
  const open = traceRequirements(kept?.found ?? [], tasks).filter(
    ({ state, done }) => done !== true && (state === 'uncovered' || state === 'changed'),
  );
  return { ...countCoverage(counted, tasks), open: open.slice(0, OPEN_MAX) };
}
