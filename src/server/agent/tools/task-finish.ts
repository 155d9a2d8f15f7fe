import { z } from 'zod';
import { BatonToken, type Id } from '#contract/fields.ts';
import { FINISH_FIELDS, FinishOutcome } from '#contract/plan.ts';
import { TaskName } from '#contract/tools.ts';
import { claimNextWithBrief, finishTask, readTaskRef } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { cutBytes, oneLine } from '../rules.ts';
import { type Answer, defineTool, writing } from '../tool.ts';
import { describeClaim } from './task-claim.ts';

/** Bounds the list of ancestors, which is as long as the tree is deep. */
const PARENTS_BYTES = 800;

const ENDED = {
  done: 'is done',
  release: 'is open again',
  block: 'is blocked',
  skip: 'was skipped',
  ask: 'waits for an answer',
} as const;

const Input = z.strictObject({
  id: TaskName,
  baton: BatonToken,
  outcome: FinishOutcome,
  ...FINISH_FIELDS,
  claim_next: z.boolean().optional(),
});
type Input = z.infer<typeof Input>;

/** Finishes a task, and claims the next one when asked to. */
async function answerTaskFinish(ctx: Context, projectId: Id, input: Input): Promise<Answer> {
  const { claim_next: isGoingOn, id: name, ...finish } = input;
  const { task, parents_completed, notes, holder, next_ready, run_id, is_delivered } = await finishTask(ctx, {
    ...withoutUndefined(finish),
    id: { projectId, ref: readTaskRef(name) },
  });
  const lines = [
    is_delivered
      ? `T${task.number} is delivered: the run verifies it now. Stop here.`
      : `T${task.number} ${ENDED[input.outcome]}.`,
    ...(parents_completed.length > 0
      ? [
          cutBytes(
            `Complete with it: ${parents_completed.map(({ number, title }) => `T${number} ${oneLine(title, 80)}`).join('; ')}`,
            PARENTS_BYTES,
          ),
        ]
      : []),
  ];
  if (run_id !== null) {
    const then = isGoingOn === true ? 'The run gives you your next task.' : is_delivered ? undefined : 'Stop here.';
    return {
      text: [...lines, ...(then === undefined ? [] : [then])].join('\n'),
      data: { task, parents_completed, notes, next_ready, run_id, is_delivered },
      // What is delivered stays held by the same token.
      ...(is_delivered ? {} : { baton: handedBack(task) }),
    };
  }
  if (isGoingOn === true) {
    const next = await claimAfter(ctx, projectId, holder, lines);
    return {
      ...next,
      data: { task, parents_completed, notes, next: next.data },
      baton: next.baton ?? handedBack(task),
    };
  }
  const line =
    next_ready === null
      ? 'Next ready: none.'
      : `Next ready: T${next_ready.number} ${oneLine(next_ready.title, 120)} (${oneLine(next_ready.list, 60)})`;
  return {
    text: [...lines, line].join('\n'),
    data: { task, parents_completed, notes, next_ready },
    baton: handedBack(task),
  };
}

export const taskFinishTool = defineTool({
  name: 'task_finish',
  description:
    'End your task. block: summary says why. ask: question to a person, options "label: consequence". checks: what you saw of each.',
  annotations: writing('Finish task'),
  input: Input,
  untaught: ['evidence', 'diff', 'verification'],
  answer: answerTaskFinish,
});

const handedBack = ({ number }: { number: number }) => ({ task: number, token: null });

/** Two transactions: the finished task stays finished whether or not the claim succeeds. */
async function claimAfter(ctx: Context, projectId: Id, holder: string, before: string[]): Promise<Answer> {
  // Under the same holder name; passing a name only where the agent had given itself one.
  const named = 'name' in ctx.actor && ctx.actor.name === holder ? {} : { agent: holder };
  try {
    return describeClaim(ctx, await claimNextWithBrief(ctx, projectId, named), before);
  } catch (error) {
    if (!(error instanceof AppError) || !isExpected(error)) throw error;
    return { text: [...before, `Nothing was claimed: ${error.message}`].join('\n'), data: null };
  }
}

const isExpected = ({ type, detail }: AppError): boolean =>
  type === 'LOCK_HELD' || detail.code === 'PROJECT_ARCHIVED' || detail.code === 'PROJECT_READ_ONLY';

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
