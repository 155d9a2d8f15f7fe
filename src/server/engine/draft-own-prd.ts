import type { Id } from '#contract/fields.ts';
import type { Reading } from '#contract/requirement.ts';
import type { PlanOp } from '#contract/tools.ts';
import { type EditResult, editPlan } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { findMark, storePrd, storeReading } from '#server/prd/index.ts';
import { holdProject } from '#server/projects/index.ts';
import type { PrdView } from './read-view.ts';
import { type PlanReport, reportPlan } from './report-plan.ts';
import { resolveOps } from './resolve-ops.ts';
import { startThread } from './start-thread.ts';

const THREAD = { file: new URL('./serve-planner.ts', import.meta.url), memoryMb: 256, limitSeconds: 60 };

/**
 * Reads a PRD that comes with Baton, in a worker thread of its own: the server's own memory must not hold the reader.
 */
export async function readOwnPrd(ctx: Context, content: string): Promise<Reading> {
  const { maxTasksPerProject: maxTasks } = await ctx.settings.read();
  const thread = startThread(THREAD);
  try {
    return (await thread.run({ content, previous: [], roles: [], maxTasks })).reading;
  } finally {
    await thread.end();
  }
}

/** Stores a PRD that comes with Baton and was read before; not charged. Usable inside a larger change. */
export async function storeOwnPrd(
  ctx: Context,
  projectId: Id,
  { content, filename, reading }: { content: string; filename: string; reading: Reading },
): Promise<PrdView> {
  return change(ctx, async (tx, emit) => {
    const project = await holdProject(ctx, tx, projectId);
    const { version } = await storePrd(tx, project.id, { content, filename, now: ctx.now() });
    const revision = (await findMark(tx, project.id))?.revision ?? 0;
    await storeReading(tx, project.id, { version, content, revision, reading });
    emit(`project:${project.id}`, 'prd.updated', { version, cause: 'saved', work_lines: reading.counts.work });
    return { version, content, revision, reading, requirements: reading.requirements, roles: [] };
  });
}

/** Drafts the plan of a PRD that was stored in the same change, like an agent's plan_edit. */
export function draftOwnPrd(
  ctx: Context,
  projectId: Id,
  view: PrdView,
  wanted: readonly PlanOp[],
): Promise<EditResult<PlanReport>> {
  const { ops, settled } = resolveOps(view, wanted);
  return editPlan(ctx, projectId, {
    ops,
    dryRun: false,
    baseSeq: undefined,
    beside: {
      settled,
      begin: async () => undefined,
      report: (tx, project) => reportPlan(tx, project.id, view),
    },
  });
}
