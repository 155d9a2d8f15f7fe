import type { AnswerOf } from '#contract/endpoint.ts';
import type { getEngine as endpoint } from '#contract/generation.ts';
import type { EngineContext } from './context.ts';

/** Which engine drafts plans here when nobody says otherwise. */
export async function getEngine(ctx: EngineContext): Promise<AnswerOf<typeof endpoint>> {
  const { name, label, model } = await ctx.engine.choose(undefined);
  return { planner: name, label, model };
}
