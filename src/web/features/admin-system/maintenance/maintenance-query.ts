import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ActionReport } from '#contract/admin-system.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export const useAudit = () =>
  useInfiniteQuery({
    queryKey: queryKeys.adminAudit,
    queryFn: ({ pageParam }) => call('GET /api/admin/audit', pageParam === undefined ? {} : { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });

export function useSetMaintenance() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (mode: { on: boolean; message?: string }) => call('PUT /api/admin/system/maintenance', mode),
    onSuccess: () =>
      Promise.all(
        [queryKeys.adminSettings, queryKeys.adminStatus, queryKeys.adminAudit].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Runs an action; every result is in the audit log, which is therefore invalidated. */
export function useAction(run: () => Promise<ActionReport>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.adminAudit }),
  });
}
export type Action = ReturnType<typeof useAction>;
