import type { z } from 'zod';
import type { Id } from '#contract/fields.ts';
import { TOOLS, type ToolInput, type ToolName } from '#contract/tools.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { AppError } from '#server/platform/error.ts';
import { parseValue } from '#server/platform/http/parse.ts';
import type { Holding } from './arrive.ts';
import { readOlderName } from './older-names.ts';
import { answerCheckpoint } from './tools/checkpoint.ts';
import { answerNote } from './tools/note.ts';
import { answerOrient } from './tools/orient.ts';
import { answerPlanEdit } from './tools/plan-edit.ts';
import { answerPlanRead } from './tools/plan-read.ts';
import { answerTaskClaim } from './tools/task-claim.ts';
import { answerTaskFinish } from './tools/task-finish.ts';
import { answerTaskGet } from './tools/task-get.ts';
import type { Answer, Tool } from './tool.ts';

const ANSWERS: { [T in ToolName]: Tool<ToolInput<T>> } = {
  orient: answerOrient,
  plan_read: answerPlanRead,
  task_get: answerTaskGet,
  task_claim: answerTaskClaim,
  task_finish: answerTaskFinish,
  note: answerNote,
  plan_edit: answerPlanEdit,
  checkpoint: answerCheckpoint,
};

/** Runs a tool by its name, one of the eight or an older one, on what the caller sent. */
export async function runTool(
  ctx: EngineContext,
  projectId: Id,
  name: string,
  sent: unknown,
  held: Holding | undefined,
): Promise<Answer> {
  if (isTool(name)) return callTool(ctx, projectId, name, sent, held);
  const older = readOlderName(name);
  if (older === undefined)
    throw new AppError(
      'NOT_FOUND',
      `There is no tool ${JSON.stringify(name.slice(0, 60))}. Use ${Object.keys(TOOLS).join(', ')}.`,
    );
  return older(ctx, projectId, sent);
}

const isTool = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

/** Whether a tool of this name is answered; a client may call anything. */
export const isAnswered = (name: string): boolean => isTool(name) || readOlderName(name) !== undefined;

function callTool<T extends ToolName>(
  ctx: EngineContext,
  projectId: Id,
  name: T,
  sent: unknown,
  held: Holding | undefined,
): Promise<Answer> {
  const input = parseValue(TOOLS[name].input as unknown as z.ZodType<ToolInput<T>>, sent ?? {});
  return ANSWERS[name](ctx, projectId, input, held);
}
