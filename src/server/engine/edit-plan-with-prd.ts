import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { type Beside, type EditResult, editPlan } from '#server/plan/index.ts';
import { presentActor } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { applyRoles, findMark, storeReading } from '#server/prd/index.ts';
import { requireProject } from '#server/projects/index.ts';
import type { EngineContext } from './context.ts';
import { findRoleChanges } from './find-role-changes.ts';
import { type PrdView, readView, readWithRoles } from './read-view.ts';
import { type PlanReport, reportPlan } from './report-plan.ts';
import { resolveOps } from './resolve-ops.ts';

export interface DraftEdit {
  ops: readonly PlanOp[];
  dryRun: boolean;
  baseSeq: number | undefined;
}

/** Each retry means that a role or the text was changed concurrently. */
const TRIES = 5;

class PrdChanged extends Error {}

/**
 * Edits the plan and the PRD's roles in one transaction, and answers the coverage. The PRD is read with the wanted
 * roles before the project is locked; if it has changed by then, everything is retried (optimistic concurrency
 * control).
 */
export async function editPlanWithPrd(
  ctx: EngineContext,
  projectId: Id,
  edit: DraftEdit,
): Promise<EditResult<PlanReport>> {
  const project = await requireProject(ctx, projectId);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const view = await readView(ctx, project.id);
    try {
      return await (view === null ? editPlan(ctx, project.id, edit) : editOn(ctx, project.id, view, edit));
    } catch (error) {
      if (!(error instanceof PrdChanged)) throw error;
    }
  }
  throw new AppError(
    'CONFLICT',
    'The PRD is being changed by somebody else right now. Send the edit again in a moment.',
  );
}

async function editOn(
  ctx: EngineContext,
  projectId: Id,
  view: PrdView,
  edit: DraftEdit,
): Promise<EditResult<PlanReport>> {
  const changes = findRoleChanges(view, edit.ops);
  const reading = changes.length === 0 ? undefined : await readWithRoles(ctx, view, changes);
  const seen: PrdView = reading === undefined ? view : { ...view, reading, requirements: reading.requirements };
  const { ops, settled } = resolveOps(seen, edit.ops);
  const beside: Beside<PlanReport> = {
    settled,
    async begin(tx, emit, project) {
      const mark = await findMark(tx, project.id);
      if (mark?.revision !== view.revision) throw new PrdChanged();
      if (reading === undefined) return;
      await applyRoles(tx, project.id, changes, { actor: presentActor(ctx.actor), now: ctx.now() });
      const now = await findMark(tx, project.id);
      const { version, content } = view;
      await storeReading(tx, project.id, { version, content, revision: now?.revision ?? view.revision, reading });
      emit(`project:${project.id}`, 'prd.updated', { version, cause: 'roles', work_lines: reading.counts.work });
    },
    report: (tx, project) => reportPlan(tx, project.id, seen),
  };
  return editPlan(ctx, projectId, { ...edit, ops, beside });
}
