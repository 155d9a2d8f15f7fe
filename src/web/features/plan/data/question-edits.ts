import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import { call } from '#web/lib/net/api.ts';
import type { Attempt } from './attempt-edit.ts';
import { confirmTask } from './confirm-rows.ts';

export interface GivenAnswer {
  text: string;
  /** The place of the option, from 1. */
  option: number | undefined;
  decide: boolean;
}

export function questionEdits(attempt: Attempt) {
  return {
    /** Not shown before the server has it: whoever answers first is heard. Answers whether it was sent. */
    async answerQuestion(task: Task, question: Question, { text, option, decide }: GivenAnswer): Promise<boolean> {
      const answered = await attempt({
        rows: [task.id],
        show: () => {},
        send: () =>
          call('POST /api/tasks/:id/answer', {
            id: task.id,
            question_id: question.id,
            ...(text.trim() !== '' && { text: text.trim() }),
            ...(option !== undefined && { option }),
            ...(decide && { decide }),
          }),
        confirm: confirmTask,
        failed: T.failed,
      });
      return answered !== undefined;
    },
  };
}
