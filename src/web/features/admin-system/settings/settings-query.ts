import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import type { SettingsDraft } from './draft.ts';

export const useSettings = () =>
  useQuery({ queryKey: queryKeys.adminSettings, queryFn: () => call('GET /api/admin/system/settings') });

/** The planner in use, which need not be the model chosen here. */
export const usePlanner = () =>
  useQuery({ queryKey: queryKeys.engine, queryFn: () => call('GET /api/ai-engine'), staleTime: 0 }).data;

/** Bypasses the cache. */
export function useFreshSettings() {
  const cache = useQueryClient();
  return () =>
    cache.query({
      queryKey: queryKeys.adminSettings,
      queryFn: () => call('GET /api/admin/system/settings'),
      staleTime: 0,
    });
}

export function useSaveSettings() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (save: SettingsDraft & { lastModified: string | null }) => call('PUT /api/admin/system/settings', save),
    onSuccess: (answer) => {
      cache.setQueryData(queryKeys.adminSettings, answer);
      for (const queryKey of [queryKeys.adminStatus, queryKeys.adminAudit, queryKeys.engine])
        void cache.invalidateQueries({ queryKey });
    },
  });
}
