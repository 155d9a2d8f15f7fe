import type { Id } from '#contract/fields.ts';
import { BUDGET_DEFAULT, type ToolInput } from '#contract/tools.ts';
import { editPlan } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { composeAnswer } from '../rules.ts';
import type { Answer } from '../run-tool.ts';

/** Changes the plan: all of the ops, or none. */
export async function answerPlanEdit(ctx: Context, projectId: Id, input: ToolInput<'plan_edit'>): Promise<Answer> {
  const result = await editPlan(ctx, projectId, {
    ops: input.ops,
    dryRun: input.dry_run ?? false,
    baseSeq: input.base_seq,
  });
  const head = result.isDryRun
    ? `Dry run, nothing was changed (numbers are what they would be; cursor ${result.seq}):`
    : `Done. cursor ${result.seq}`;
  const text = composeAnswer(
    [
      { rank: 0, lines: [head] },
      {
        rank: 0,
        lines:
          result.checkpoint === null || result.isDryRun ? [] : [`Checkpoint ${result.checkpoint} was saved first.`],
      },
      { rank: 1, lines: result.lines, more: (left) => `(${left} more lines)` },
    ],
    BUDGET_DEFAULT,
    'plan_read shows the plan',
  );
  return { text, data: result };
}
