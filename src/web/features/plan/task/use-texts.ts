import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Task } from '#contract/task.ts';
import { hasTexts, isBare } from '#web/lib/live/bare-rows.ts';
import { loadTexts } from '#web/lib/live/plan-texts.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import type { PlanView } from '../data/plan-view.ts';

/** Prefetched neighbours in tree order: people mostly go on to the next tasks. */
const BEFORE = 2;
const AFTER = 5;

/** Loads the texts of a task if missing or outdated, and prefetches those of its neighbours with them. */
export function useTexts(plan: PlanView, task: Task) {
  const cache = useQueryClient();
  const projectId = plan.project.id;
  const isLacking = isBare(task) || isBare(plan.lists.get(task.task_list_id)) || isBare(plan.childListOf(task.id));
  const near = useMemo(() => (isLacking ? nearTo(plan, task.id) : []), [plan, task.id, isLacking]);
  const { error, refetch, isFetching } = useQuery({
    queryKey: queryKeys.texts(projectId, task.id),
    queryFn: async ({ signal }) => {
      await loadTexts(cache, projectId, [task.id, ...near], signal);
      return Date.now();
    },
    enabled: isLacking,
    // Whether to fetch depends on the plan (`enabled`), not on the age of the last fetch.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isMissing = !hasTexts(task);
  return { isMissing, error: isMissing && !isFetching ? error : null, retry: () => void refetch() };
}

function nearTo({ order }: PlanView, taskId: string): string[] {
  const place = order.findIndex(({ id }) => id === taskId);
  return place === -1
    ? []
    : order.slice(Math.max(0, place - BEFORE), place + AFTER + 1).flatMap(({ id }) => (id === taskId ? [] : [id]));
}
