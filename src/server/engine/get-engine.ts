import type { AnswerOf } from '#contract/endpoint.ts';
import type { getEngine as endpoint } from '#contract/generation.ts';
import type { EngineContext } from './context.ts';

/** The default planner. */
export async function getEngine(ctx: EngineContext): Promise<AnswerOf<typeof endpoint>> {
  const { name, label, model } = await ctx.engine.choose(undefined);
  return { planner: name, label, model };
}
