import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { readText as endpoint } from '#contract/generation.ts';
import { readTaskLimit } from '#server/plan/index.ts';
import { requireProject } from '#server/projects/index.ts';
import type { EngineContext } from './context.ts';
import { readBasis } from './refresh-reading.ts';
import { requireSize } from './rules.ts';

/** Reads unsaved text line by line, with the project's roles. Stores nothing. */
export async function readText(
  ctx: EngineContext,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  requireSize(input.content);
  const project = await requireProject(ctx, input.projectId);
  const basis = await readBasis(ctx, project.id);
  const maxTasks = await readTaskLimit(ctx);
  const { reading, draft } = await ctx.engine.read(input.content, {
    actor: ctx.actor,
    kind: 'live',
    maxTasks,
    ...basis,
  });
  return { reading, draft };
}
