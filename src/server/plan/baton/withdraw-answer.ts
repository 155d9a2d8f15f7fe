import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { withdrawAnswer as endpoint } from '#contract/answer.ts';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { deleteNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import { notes, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { readTasks } from '../queries.ts';
import { requireTask } from '../require-task.ts';
import { ANSWER_FROM, refuseTakenUp, toQuestion } from './answer-question.ts';

/** Takes an answer back, with its notes: the question is open again. */
export async function withdrawAnswer(ctx: Context, input: InputOf<typeof endpoint>): Promise<Task> {
  return change(ctx, async (tx, emit) => {
    const { task, project } = await requireTask(ctx, tx, input.id);
    const { question } = task;
    if (question?.answer == null)
      throw new AppError('CONFLICT', `T${task.number} has no answer to take back.`, { code: 'NO_QUESTION' });
    refuseTakenUp(question, task.number);
    // All of them: each change of the answer wrote one, and whoever goes on would read the earlier ones as answers.
    const answers = await tx
      .select({ id: notes.id })
      .from(notes)
      .where(
        and(
          eq(notes.taskId, task.id),
          eq(notes.type, 'CONTEXT'),
          isNull(notes.deletedAt),
          gte(notes.createdAt, new Date(question.asked_at)),
          sql`starts_with(${notes.body}, ${ANSWER_FROM})`,
          sql`right(${notes.body}, length(${toQuestion(question)})) = ${toQuestion(question)}`,
        ),
      );
    for (const { id } of answers)
      await deleteNote({ ...ctx, within: { tx, emit, hasCheckpoint: false } }, { id: id as Id });
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
