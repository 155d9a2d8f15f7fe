import { useQueryClient } from '@tanstack/react-query';
import type { TaskList } from '#contract/task.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import type { PlanEdits } from '../data/use-plan-edits.ts';

/** Resolves to whether the confirmed plan has the brief, because a failed edit is only reported in a toast. */
export function useSaveBrief(projectId: string, { updateList }: Pick<PlanEdits, 'updateList'>) {
  const cache = useQueryClient();
  return async (list: TaskList, brief: string): Promise<boolean> => {
    await updateList(list, { operational_brief: brief });
    const plan = cache.getQueryData<PlanData>(queryKeys.plan(projectId));
    return plan?.lists.get(list.id)?.operational_brief === brief;
  };
}
