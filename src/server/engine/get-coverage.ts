import type { AnswerOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { getCoverage as endpoint } from '#contract/generation.ts';
import { listTraced, readRequirements } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { requireProject } from '#server/projects/index.ts';
import { countCoverage, traceRequirements } from './rules.ts';

const OPEN_MAX = 100;

/** How much of the PRD the plan answers, and what it does not. */
export async function getCoverage(ctx: Context, input: { id: Id }): Promise<AnswerOf<typeof endpoint>> {
  const project = await requireProject(ctx, input.id);
  const kept = await readRequirements(ctx.db, project.id);
  const tasks = await listTraced(ctx.db, project.id);
  const traced = traceRequirements(kept?.found ?? [], tasks);
  const open = traced.filter(({ state }) => state === 'uncovered' || state === 'changed').slice(0, OPEN_MAX);
  return { ...countCoverage(kept?.version ?? null, traced, tasks), open };
}
