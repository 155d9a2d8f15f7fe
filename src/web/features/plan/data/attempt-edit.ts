import type { QueryClient } from '@tanstack/react-query';
import { failureToast } from '#web/lib/failure-toast.ts';
import type { PlanData } from '#web/lib/plan-data.ts';
import { editPlan, type PlanEditor } from '#web/lib/plan-editor.ts';
import { addPatch } from '#web/lib/plan-patches.ts';
import { queryKeys } from '#web/lib/query-keys.ts';
import { isShownElsewhere } from '#web/lib/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

export interface Edit<T> {
  rows: readonly string[];
  adds?: boolean;
  /** What is shown at once. */
  show: (plan: PlanEditor) => void;
  send: (confirmed: PlanData | undefined) => Promise<T>;
  /** Writes the answer into the plan. */
  confirm: (plan: PlanEditor, answer: T) => void;
  /** What the toast says when the failure has no words of its own. */
  failed: string;
}

export type Attempt = <T>(edit: Edit<T>) => Promise<T | undefined>;

const turns = new Map<string, Promise<unknown>>();

/** Edits of one row are sent one after the other, so that the second is made on what the first has left. */
function inTurn<T>(row: string, job: () => Promise<T>): Promise<T> {
  const turn = (turns.get(row) ?? Promise.resolve()).then(job, job);
  const quiet = turn.catch(() => undefined).finally(() => turns.get(row) === quiet && turns.delete(row));
  turns.set(row, quiet);
  return turn;
}

/** Shows an edit, sends it, and keeps it or takes it back; a failure is told in a toast and answered with nothing. */
export function attemptIn(cache: QueryClient, projectId: string): Attempt {
  const key = queryKeys.plan(projectId);
  return async ({ rows, adds = false, show, send, confirm, failed }) => {
    const drop = addPatch(cache, projectId, { rows, adds, apply: show });
    try {
      const answer = await inTurn(rows[0] ?? '', () => send(cache.getQueryData<PlanData>(key)));
      cache.setQueryData<PlanData>(key, (data) => {
        if (!data) return data;
        const plan = editPlan(data);
        confirm(plan, answer);
        return plan.close();
      });
      return answer;
    } catch (error) {
      if (!isShownElsewhere(error)) toast(failureToast(error, failed));
      return undefined;
    } finally {
      drop();
    }
  };
}
