import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import { call } from '#web/lib/net/api.ts';
import type { Attempt } from './attempt-edit.ts';
import { confirmTask } from './confirm-rows.ts';

export interface GivenAnswer {
  text: string;
  /** 1-based. */
  option: number | undefined;
  decide: boolean;
}

export function questionEdits(attempt: Attempt) {
  return {
    /**
     * No optimistic update: the first answer wins, and only the server knows which. Resolves to whether it was saved.
     */
    async answerQuestion(task: Task, question: Question, { text, option, decide }: GivenAnswer): Promise<boolean> {
      const answered = await attempt({
        rows: [task.id],
        show: () => {},
        send: () =>
          call('POST /api/tasks/:id/answer', {
            id: task.id,
            question_id: question.id,
            replaces_at: question.answer?.at ?? null,
            ...(text.trim() !== '' && { text: text.trim() }),
            ...(option !== undefined && { option }),
            ...(decide && { decide }),
          }),
        confirm: confirmTask,
        failed: T.failed,
      });
      return answered !== undefined;
    },
    /** Opens the question again. Resolves to whether it was saved. */
    async withdrawAnswer(task: Task): Promise<boolean> {
      const withdrawn = await attempt({
        rows: [task.id],
        show: () => {},
        send: () => call('DELETE /api/tasks/:id/answer', { id: task.id }),
        confirm: confirmTask,
        failed: T.takeBackFailed,
      });
      return withdrawn !== undefined;
    },
  };
}
