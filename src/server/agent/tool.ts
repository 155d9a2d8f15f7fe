import type { z } from 'zod';
import type { Id } from '#contract/fields.ts';
import type { ToolName } from '#contract/tool-names.ts';
import type { EngineContext } from '#server/engine/index.ts';
import type { Holding } from '#server/platform/context.ts';

/** What a tool answers: the lines an agent reads, and what they were made from. */
export interface Answer {
  text: string;
  data: unknown;
  /** What the caller holds after the call: the token that proves it, or null when it handed it back. */
  baton?: { task: number; token: string | null };
}

/** An answer, with what the caller holds: that nothing was taken from it was seen too. */
export interface UsualAnswer {
  answer: Answer;
  held: Holding | undefined;
}

/** What a client may know of a tool before anybody approves it; some refuse every call of a tool that does not say. */
interface Annotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Everything about a tool. Name, description and input are read by a model at the start of every session: they are paid for. */
export interface Tool<Input extends z.ZodType> {
  name: ToolName;
  description: string;
  annotations: Annotations;
  input: Input;
  /** Paths of the input that are accepted but not taught: what only programs send, and what a model seldom needs. */
  untaught: readonly string[];
  answer(ctx: EngineContext, projectId: Id, input: z.infer<Input>, held?: Holding): Promise<Answer>;
  /** The same in one statement, which also looks up what the caller holds; undefined where that is not enough to decide. */
  answerUsual?(ctx: EngineContext, projectId: Id, input: z.infer<Input>): Promise<UsualAnswer | undefined>;
}

/** Keeps the input's own type, which the answer is written against. */
export const defineTool = <Input extends z.ZodType>(tool: Tool<Input>): Tool<Input> => tool;

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean) => (title: string) => ({
  title,
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint: false,
});
export const reading = hints(true, false, true);
export const writing = hints(false, false, false);
/** What an edit removes is kept in a checkpoint first; only a restore replaces the whole plan. */
export const destroying = hints(false, true, false);
