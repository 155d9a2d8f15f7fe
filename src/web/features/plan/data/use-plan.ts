import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { ApiError } from '#web/lib/net/api-error.ts';
import { call } from '#web/lib/net/api.ts';
import { followPlan } from '#web/lib/live/live-plan.ts';
import { getLiveStatus, type LiveStatus, retryLive, subscribeLiveStatus } from '#web/lib/live/live-status.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { listPatches, subscribePatches } from '#web/lib/live/plan-patches.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { getRecentChanges, subscribeRecentChanges } from '#web/lib/live/recent-changes.ts';
import { unpackTree } from '#web/lib/live/unpack-tree.ts';
import { viewOf } from './plan-view.ts';

/** The plan with pending edits overlaid. Undefined after a 4xx, even if cached: access may have been revoked. */
export function usePlan(projectId: string) {
  const cache = useQueryClient();
  const query = useQuery({
    queryKey: queryKeys.plan(projectId),
    queryFn: async () => {
      const tree = await call('GET /api/projects/:id/plan/tree', { id: projectId });
      return unpackTree(tree, cache.getQueryData<PlanData>(queryKeys.plan(projectId)));
    },
    // Never stale by age: the feed patches it, and says when it has to be fetched again.
    staleTime: Infinity,
    structuralSharing: false,
  });
  const patches = useSyncExternalStore(subscribePatches, () => listPatches(cache, projectId));
  const { data, error, isPending } = query;
  const refetch = () => void query.refetch();
  return { plan: data && !isRefusal(error) ? viewOf(data, patches) : undefined, error, isPending, refetch };
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Subscribes to the project's feed while mounted. */
export function useFollowPlan(projectId: string) {
  const cache = useQueryClient();
  useEffect(() => followPlan(cache, projectId), [cache, projectId]);
}

export function useLiveStatus(projectId: string): LiveStatus & { retry: () => void } {
  const status = useSyncExternalStore(subscribeLiveStatus, () => getLiveStatus(projectId));
  const retry = useCallback(() => retryLive(projectId), [projectId]);
  return { ...status, retry };
}

/** Recently changed rows with the time in epoch milliseconds; entries expire by themselves. */
export const useRecentChanges = (projectId: string) =>
  useSyncExternalStore(subscribeRecentChanges, () => getRecentChanges(projectId));
