import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { getEngine as asking, outlinePrd as endpoint } from '#contract/generation.ts';
import type { EngineContext } from './context.ts';
import { requireSize } from './rules.ts';

/** What is found in a text, for whoever is still writing it. */
export async function outlinePrd(
  ctx: EngineContext,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  requireSize(input.content);
  const { title, parts, requirements, constraints } = await ctx.engine.extract(input.content, [], ctx);
  return { title, parts, requirements: requirements.length, constraints: constraints.length };
}

/** Which engine drafts plans here when nobody says otherwise. */
export async function getEngine(ctx: EngineContext): Promise<AnswerOf<typeof asking>> {
  const { name, label, model } = await ctx.engine.choose(undefined);
  return { planner: name, label, model };
}
