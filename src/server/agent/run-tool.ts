import type { z } from 'zod';
import type { Id } from '#contract/fields.ts';
import { TOOL_NAMES, type ToolName } from '#contract/tool-names.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { AppError } from '#server/platform/error.ts';
import { parseValue } from '#server/platform/http/parse.ts';
import type { Holding } from '#server/platform/context.ts';
import { readOlderName } from './older-names.ts';
import type { Answer, Tool, UsualAnswer } from './tool.ts';
import { TOOLS, type ToolInput } from './tools/index.ts';

/** Runs a tool by name, current or older, on unvalidated input. */
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
      `There is no tool ${JSON.stringify(name.slice(0, 60))}. Use ${TOOL_NAMES.join(', ')}.`,
    );
  return older(ctx, projectId, sent);
}

/** The fast path of a tool that does its caller's look-up itself; undefined where the general path must decide. */
export async function runUsual(
  ctx: EngineContext,
  projectId: Id,
  name: string,
  sent: unknown,
): Promise<UsualAnswer | undefined> {
  if (!hasUsual(name)) return undefined;
  const tool = TOOLS[name] as unknown as Tool<z.ZodType>;
  return tool.answerUsual?.(ctx, projectId, parseValue(tool.input, sent ?? {}));
}

/** Whether a tool looks up what its caller holds in the statement that does its work. */
export const looksUpItself = (name: string): name is ToolName =>
  name === 'task_claim' || name === 'task_finish' || hasUsual(name);

const hasUsual = (name: string): name is ToolName =>
  isTool(name) && (TOOLS[name] as Tool<z.ZodType>).answerUsual !== undefined;

const isTool = (name: string): name is ToolName => Object.hasOwn(TOOLS, name);

export const isAnswered = (name: string): boolean => isTool(name) || readOlderName(name) !== undefined;

function callTool<T extends ToolName>(
  ctx: EngineContext,
  projectId: Id,
  name: T,
  sent: unknown,
  held: Holding | undefined,
): Promise<Answer> {
  const tool = TOOLS[name] as unknown as Tool<z.ZodType<ToolInput<T>>>;
  return tool.answer(ctx, projectId, parseValue(tool.input, sent ?? {}), held);
}
