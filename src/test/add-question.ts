import type { Id } from '#contract/fields.ts';
import { createTask } from '#server/plan/index.ts';
import type { TestUser } from './builders.ts';

/** A task with a question that nobody has answered. */
export async function addQuestion({ ctx }: TestUser, projectId: Id, title: string) {
  const task = await createTask(ctx, { id: projectId, title });
  const question = { id: task.id, text: 'Which clock?', options: [], asked_at: ctx.now().toISOString(), answer: null };
  await ctx.database.pool.query('update tasks set question = $2 where id = $1', [task.id, question]);
  return task;
}
