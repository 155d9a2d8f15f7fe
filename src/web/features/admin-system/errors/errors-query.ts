import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ERRORS_PAGE } from '#contract/constants.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { type ErrorFilter, toQuery } from './error-filter.ts';

/** The previous page stays visible while the next one loads. */
export const useErrors = (filter: ErrorFilter, page: number) =>
  useQuery({
    queryKey: queryKeys.adminErrors({ ...filter, page }),
    queryFn: () => call('GET /api/admin/dashboard/errors', { page, limit: ERRORS_PAGE, ...toQuery(filter) }),
    placeholderData: keepPreviousData,
  });

export const useError = (id: string) =>
  useQuery({
    queryKey: queryKeys.adminError(id),
    queryFn: () => call('GET /api/admin/dashboard/errors/:id', { id }),
  });

/** Also invalidates the lists, the open error and the counts of unresolved errors. */
export function useSetResolved(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (resolved: boolean) => call('PATCH /api/admin/dashboard/errors/:id', { id, resolved }),
    onSuccess: () =>
      Promise.all(
        [queryKeys.allAdminErrors, queryKeys.adminCharts].map((queryKey) => cache.invalidateQueries({ queryKey })),
      ),
  });
}
