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
  /** What it must not overtake; left out, the edits of its rows. */
  reach?: Reach;
  /** What is shown at once. */
  show: (plan: PlanEditor) => void;
  send: (confirmed: PlanData | undefined) => Promise<T>;
  /** Writes the answer into the plan. */
  confirm: (plan: PlanEditor, answer: T) => void;
  /** What the toast says when the failure has no words of its own. */
  failed: string;
}

export type Attempt = <T>(edit: Edit<T>) => Promise<T | undefined>;

/** Shows an edit, sends it, and keeps it or takes it back; a failure is told in a toast and answered with nothing. */
export function attemptIn(cache: QueryClient, projectId: string): Attempt {
  const key = queryKeys.plan(projectId);
  const attempt: Attempt = async ({ rows, adds = false, reach = 'row', show, send, confirm, failed }) => {
    const patch = {
      // The server may name a row while edits of it are still waiting.
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
        // In one step with the answer: a new row must not be seen beside itself.
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
