import type { z } from 'zod';
import type { Id } from '#contract/fields.ts';
import type { ToolName } from '#contract/tool-names.ts';
import type { EngineContext } from '#server/engine/index.ts';
import type { Holding } from '#server/platform/context.ts';

/** The text an agent reads, and the data it was made from. */
export interface Answer {
  text: string;
  data: unknown;
  /** What the caller holds after the call: the baton token, or null when it was released. */
  baton?: { task: number; token: string | null };
}

/** An answer of the fast path, with what the caller holds; it also verified that nothing was lost. */
export interface UsualAnswer {
  answer: Answer;
  held: Holding | undefined;
}

/** MCP's tool annotations; some clients refuse to call tools without them. */
interface Annotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/**
 * Everything about a tool. Name, description and input schema are read by a model at the start of every session, so
 * every word costs tokens.
 */
export interface Tool<Input extends z.ZodType> {
  name: ToolName;
  description: string;
  annotations: Annotations;
  input: Input;
  /** Paths of the input that are accepted but not shown to models: what only programs send, or models seldom need. */
  untaught: readonly string[];
  answer(ctx: EngineContext, projectId: Id, input: z.infer<Input>, held?: Holding): Promise<Answer>;
  /** Fast path: the same in one statement that also does the look-up; undefined where the general path must decide. */
  answerUsual?(ctx: EngineContext, projectId: Id, input: z.infer<Input>): Promise<UsualAnswer | undefined>;
}

/** Identity function for type inference: `answer` is typed by `input`. */
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
/** Edits checkpoint what they remove; only a restore replaces the whole plan. */
export const destroying = hints(false, true, false);
