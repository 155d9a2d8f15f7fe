import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { withdrawAnswer as endpoint } from '#contract/answer.ts';
import type { Task } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { readTasks } from '../queries.ts';
import { requireTask } from '../require-task.ts';
import { deleteAnswerNotes, refuseTakenUp } from './answer-question.ts';

/** Takes an answer back, with its note: the question is open again. */
export async function withdrawAnswer(ctx: Context, input: InputOf<typeof endpoint>): Promise<Task> {
  return change(ctx, async (tx, emit) => {
    const { task, project } = await requireTask(ctx, tx, input.id);
    const { question } = task;
    if (question?.answer == null)
      throw new AppError('CONFLICT', `T${task.number} has no answer to take back.`, { code: 'NO_QUESTION' });
    refuseTakenUp(question, task.number);
    await deleteAnswerNotes(ctx, tx, emit, task.id, question);
    const now = ctx.now();
    await tx
      .update(tasks)
      .set({ question: { ...question, answer: null }, updatedAt: now })
      .where(eq(tasks.id, task.id));
    const [shown] = await readTasks(tx, [task.id]);
    if (shown === undefined) throw new Error('the task is gone');
    emit(`project:${project.id}`, 'task.updated', shown);
    return shown;
  });
}
