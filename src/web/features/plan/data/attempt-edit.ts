import type { QueryClient } from '@tanstack/react-query';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { inTurn, type Reach } from '#web/lib/net/in-turn.ts';
import { currentId } from '#web/lib/live/new-rows.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { editPlan, type PlanEditor } from '#web/lib/live/plan-editor.ts';
import { addPatch } from '#web/lib/live/plan-patches.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { untilSaved } from '#web/lib/net/saving.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

export interface Edit<T> {
  rows: readonly string[];
  adds?: boolean;
  /** Which earlier edits it has to wait for; by default those of its rows. */
  reach?: Reach;
  /** The optimistic update. */
  show: (plan: PlanEditor) => void;
  send: (confirmed: PlanData | undefined) => Promise<T>;
  /** Writes the response into the cached plan. */
  confirm: (plan: PlanEditor, answer: T) => void;
  /** Text of the error toast, unless the error has a message for people. */
  failed: string;
}

export type Attempt = <T>(edit: Edit<T>) => Promise<T | undefined>;

/** Optimistic update with rollback. A failure shows a toast and resolves to undefined. */
export function attemptIn(cache: QueryClient, projectId: string): Attempt {
  const key = queryKeys.plan(projectId);
  const attempt: Attempt = async ({ rows, adds = false, reach = 'row', show, send, confirm, failed }) => {
    const patch = {
      // A getter: a row may get its server id while edits of it are still queued.
      get rows() {
        return rows.map(currentId);
      },
      adds,
      apply: show,
    };
    const drop = addPatch(cache, projectId, patch);
    const sendAndConfirm = async () => {
      try {
        const answer = await send(cache.getQueryData<PlanData>(key));
        cache.setQueryData<PlanData>(key, (data) => {
          if (!data) return data;
          const plan = editPlan(data);
          confirm(plan, answer);
          return plan.close();
        });
        return answer;
      } finally {
        // In the same render pass as the cache write: a new row must not be shown beside its placeholder.
        drop();
      }
    };
    try {
      return await inTurn(cache, projectId, { rows, reach }, sendAndConfirm);
    } catch (error) {
      if (!isShownElsewhere(error)) toast(failureToast(error, failed));
      return undefined;
    }
  };
  return (edit) => untilSaved(attempt(edit));
}
