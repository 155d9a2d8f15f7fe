import { z } from 'zod';
import { AGENT_NAME_MAX, REASON_MAX } from '#contract/constants.ts';
import { type Id, requiredText, text } from '#contract/fields.ts';
import { TaskName } from '#contract/tools.ts';
import { claimNextWithBrief, claimWithBrief, readTaskRef } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { clockOf, composeAnswer } from '../rules.ts';
import { type Answer, defineTool, writing } from '../tool.ts';
import { BRIEF_BUDGET, briefParts, howToGetMore } from './task-get.ts';

const Input = z.strictObject({
  id: TaskName.optional(),
  agent: requiredText(AGENT_NAME_MAX).optional(),
  takeover: z.boolean().optional(),
  reason: text(REASON_MAX).optional(),
});
type Input = z.infer<typeof Input>;

/** Claims a task and answers its brief. */
async function answerTaskClaim(ctx: Context, projectId: Id, input: Input): Promise<Answer> {
  const { agent } = input;
  const named = agent === undefined ? {} : { agent };
  if (input.id === undefined) {
    if (input.takeover === true) throw new AppError('VALIDATION_ERROR', 'takeover needs id: the task to take over.');
    return describeClaim(ctx, await claimNextWithBrief(ctx, projectId, named));
  }
  const { takeover, reason } = input;
  const claimed = await claimWithBrief(ctx, projectId, {
    id: { projectId, ref: readTaskRef(input.id) },
    ...named,
    ...(takeover === undefined ? {} : { takeover }),
    ...(reason === undefined ? {} : { reason }),
  });
  return describeClaim(ctx, claimed);
}

export const taskClaimTool = defineTool({
  name: 'task_claim',
  description: 'Take a task or the next ready one: brief and baton. takeover needs reason.',
  annotations: writing('Claim task'),
  input: Input,
  untaught: [],
  answer: answerTaskClaim,
});

/** The claim with its brief; text that precedes it counts against the same budget. */
export function describeClaim(
  ctx: Context,
  claimed: Awaited<ReturnType<typeof claimNextWithBrief>>,
  before: readonly string[] = [],
): Answer {
  if (claimed === null)
    return {
      text: [
        ...before,
        'Nothing is ready, so nothing was claimed. plan_read status=blocked says what waits for what.',
      ].join('\n'),
      data: null,
    };
  const { task, baton, token, handover, brief, was_stopped: stopped } = claimed;
  const head = `Yours: T${task.number}, baton ${token}, until ${clockOf(baton.expires_at, ctx.now())} UTC; every call renews it. End with task_finish.`;
  const parts = briefParts(brief, ctx.now(), handover);
  return {
    text: composeAnswer(
      [{ rank: 0, lines: [...before, head, ...(stopped === null ? [] : [stopped])] }, ...parts],
      BRIEF_BUDGET,
      howToGetMore(brief),
    ),
    data: { task, baton, token, handover, brief },
    baton: { task: task.number, token },
  };
}
