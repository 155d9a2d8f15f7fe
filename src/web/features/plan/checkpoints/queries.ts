import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** Newest first; refetched on every mount. */
export const useCheckpoints = (projectId: string) =>
  useInfiniteQuery({
    queryKey: queryKeys.checkpoints(projectId),
    queryFn: ({ pageParam }) =>
      call('GET /api/projects/:id/checkpoints', { id: projectId, ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });

/** Never served from the cache: the plan changes while people look at the diff. */
export const useCheckpointDiff = (projectId: string, checkpointId: string) =>
  useQuery({
    queryKey: [...queryKeys.checkpoints(projectId), checkpointId, 'diff'],
    queryFn: () => call('GET /api/checkpoints/:id/diff', { id: checkpointId }),
    staleTime: 0,
    gcTime: 0,
  });

export function useSaveCheckpoint(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call('POST /api/projects/:id/checkpoints', { id: projectId, name }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.checkpoints(projectId) }),
  });
}

export function useDeleteCheckpoint(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/checkpoints/:id', { id }),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: queryKeys.checkpoints(projectId) }),
        cache.invalidateQueries({ queryKey: queryKeys.subscription }),
      ]),
  });
}

/** No hook, because the Undo action of the toast outlives the dialog. */
export async function restoreCheckpoint(cache: QueryClient, projectId: string, checkpointId: string) {
  const answer = await call('POST /api/checkpoints/:id/restore', { id: checkpointId });
  await Promise.all([
    cache.invalidateQueries({ queryKey: queryKeys.plan(projectId) }),
    cache.invalidateQueries({ queryKey: queryKeys.checkpoints(projectId) }),
    cache.invalidateQueries({ queryKey: queryKeys.allActivity(projectId) }),
    cache.invalidateQueries({ queryKey: queryKeys.timelineParts(projectId) }),
  ]);
  return answer;
}
