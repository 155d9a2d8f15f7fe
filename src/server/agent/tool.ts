import type { Id } from '#contract/fields.ts';
import type { EngineContext } from '#server/engine/index.ts';
import type { Holding } from './arrive.ts';

/** What a tool answers: the lines an agent reads, and what they were made from. */
export interface Answer {
  text: string;
  data: unknown;
  /** What the caller holds after the call: the token that proves it, or null when it handed it back. */
  baton?: { task: number; token: string | null };
}

export type Tool<Input> = (ctx: EngineContext, projectId: Id, input: Input, held?: Holding) => Promise<Answer>;
