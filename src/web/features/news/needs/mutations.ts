import { useQueryClient } from '@tanstack/react-query';
import type { Need } from '#contract/news.ts';
import { NEEDS_TEXTS as T } from '#contract/news-texts.ts';
import { QUESTION_TEXTS } from '#contract/question-texts.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { untilSaved } from '#web/lib/net/saving.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

export interface GivenAnswer {
  text: string;
  /** 1-based. */
  option: number | undefined;
  decide: boolean;
}

/** What a person can do about a need. Each resolves to whether it was done; a failure shows a toast. */
export function useNeedActions() {
  const cache = useQueryClient();
  const attempt = async (send: () => Promise<unknown>, failed: string): Promise<boolean> => {
    try {
      await untilSaved(send());
      return true;
    } catch (error) {
      if (!isShownElsewhere(error)) toast(failureToast(error, failed));
      return false;
    } finally {
      // The stream tells it too, except while it is interrupted.
      void cache.invalidateQueries({ queryKey: queryKeys.news });
    }
  };
  return {
    answer: ({ task_id: id, question }: Need, { text, option, decide }: GivenAnswer) =>
      attempt(
        () =>
          call('POST /api/tasks/:id/answer', {
            id,
            ...(question && { question_id: question.id, replaces_at: question.answer?.at ?? null }),
            ...(text.trim() !== '' && { text: text.trim() }),
            ...(option !== undefined && { option }),
            ...(decide && { decide }),
          }),
        QUESTION_TEXTS.failed,
      ),
    takeBack: ({ task_id: id }: Need) => attempt(() => call('DELETE /api/tasks/:id/answer', { id }), T.undoFailed),
    lift: ({ task_id: id }: Need) =>
      attempt(() => call('PATCH /api/tasks/:id', { id, blocked_reason: null }), T.liftFailed),
    free: (taskId: string, reason: string) =>
      attempt(
        () => call('POST /api/tasks/:id/release', { id: taskId, ...(reason !== '' && { reason }) }),
        T.freeFailed,
      ),
  };
}
