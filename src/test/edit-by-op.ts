import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { editPlan } from '#server/plan/tree/edit-plan.ts';
import { editUsual } from '#server/plan/tree/edit-usual.ts';
import type { Context } from '#server/platform/context.ts';

/** One op like plan_edit: the fast path if it applies, else the general path. */
export async function editByOp(ctx: Context, projectId: Id, op: PlanOp): Promise<unknown> {
  const edit = { ops: [op], dryRun: false, baseSeq: undefined };
  return (await editUsual(ctx, projectId, edit))?.result ?? editPlan(ctx, projectId, edit);
}
