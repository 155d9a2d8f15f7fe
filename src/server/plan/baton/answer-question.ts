import { and, eq, isNull, ne } from 'drizzle-orm';
import { actorName } from '#contract/actor-name.ts';
import type { answerQuestion as endpoint } from '#contract/answer.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Question } from '#contract/question.ts';
import { answersTo, sayAnswer, writeAnswerBody, writeQuestionBody } from '#contract/question-notes.ts';
import type { Task } from '#contract/task.ts';
import { deleteNote, writeNote } from '#server/notes/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { notes, tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { readTasks } from '../queries.ts';
import { requireTask } from '../require-task.ts';

/**
 * Answers a task's question: the answer is stored as a note, and the task is ready again. The answer can be changed
 * until somebody claims the task, and then its note is replaced; after that it is history.
 */
export async function answerQuestion(ctx: Context, input: InputOf<typeof endpoint>): Promise<Task> {
  return change(ctx, async (tx, emit) => {
    const { task, project } = await requireTask(ctx, tx, input.id);
    const { question } = task;
    if (question === null)
      throw new AppError('CONFLICT', `T${task.number} has no question. Leave a note on it instead.`, {
        code: 'NO_QUESTION',
      });
    if (input.question_id !== undefined && input.question_id !== question.id)
      throw new AppError('CONFLICT', `T${task.number} asks something else by now. Read the new question first.`, {
        code: 'EDIT_CONFLICT',
      });
    refuseTakenUp(question, task.number);
    if (input.replaces_at !== undefined && input.replaces_at !== (question.answer?.at ?? null))
      throw new AppError('CONFLICT', sayMeanwhile(question, task.number), { code: 'EDIT_CONFLICT' });
    const option = input.option ?? null;
    if (option !== null && option > question.options.length)
      throw new AppError('VALIDATION_ERROR', `There is no option ${option}: there are ${question.options.length}.`, {
        issues: [{ path: 'option', message: `must be at most ${question.options.length}` }],
      });
    if (question.answer !== null) await deleteAnswerNotes(ctx, tx, emit, task.id, question);
    const now = ctx.now();
    const answered: Question = {
      ...question,
      answer: {
        text: input.text?.trim() ?? '',
        option,
        decide: input.decide === true,
        by: presentActor(ctx.actor),
        at: now.toISOString(),
        taken_up_at: null,
      },
    };
    await tx.update(tasks).set({ question: answered, updatedAt: now }).where(eq(tasks.id, task.id));
    await writeNote(ctx, tx, emit, {
      projectId: project.id,
      taskId: task.id,
      type: 'CONTEXT',
      questionId: question.id,
      body: writeAnswerBody(presentActor(ctx.actor), sayAnswer(answered), question.text),
    });
    const [shown] = await readTasks(tx, [task.id]);
    if (shown === undefined) throw new Error('the task is gone');
    emit(`project:${project.id}`, 'task.updated', shown);
    return shown;
  });
}

const sayMeanwhile = ({ answer }: Question, number: number): string =>
  answer === null
    ? `The answer to T${number} was taken back meanwhile. Yours was not sent.`
    : `${actorName(answer.by)} answered T${number} meanwhile. Yours was not sent.`;

export function refuseTakenUp({ answer }: Pick<Question, 'answer'>, number: number): void {
  if (answer?.taken_up_at == null) return;
  throw new AppError(
    'CONFLICT',
    `Somebody goes on with T${number} on the answer of ${actorName(answer.by)}. Leave a note on it instead.`,
    { code: 'ANSWER_TAKEN_UP' },
  );
}

/** Question and answer are one pair of notes: an answer that is changed or taken back leaves none behind. */
export async function deleteAnswerNotes(ctx: Context, tx: Tx, emit: Emit, taskId: Id, { id }: Question): Promise<void> {
  const written = await tx
    .select({ id: notes.id })
    .from(notes)
    .where(and(eq(notes.taskId, taskId), eq(notes.questionId, id), ne(notes.id, id), isNull(notes.deletedAt)));
  for (const note of written)
    await deleteNote({ ...ctx, within: { tx, emit, hasCheckpoint: false } }, { id: note.id as Id });
}

/** A question with its options, as a note. */
export function sayQuestion({ text, seen, options }: Pick<Question, 'text' | 'seen' | 'options'>): string {
  const proposed = options.map(({ label, consequence, preferred }, place) => {
    const after = consequence === undefined || consequence === '' ? '' : `: ${consequence}`;
    return `${place + 1}. ${label}${after}${preferred === true ? ' (preferred)' : ''}`;
  });
  return [
    writeQuestionBody(text),
    ...(seen === '' ? [] : [seen]),
    ...(proposed.length === 0 ? [] : [proposed.join('\n')]),
  ].join('\n\n');
}

/** Whether a note belongs to this question or answer, so that it is not shown twice. */
export const isOfQuestion = (question: Question, { id, body }: { id: Id; body: string }): boolean =>
  id === question.id || body === sayQuestion(question) || answersTo(body, question.text);
