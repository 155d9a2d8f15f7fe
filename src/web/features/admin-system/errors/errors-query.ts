import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ERRORS_PAGE } from '#contract/constants.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { type ErrorFilter, toQuery } from './error-filter.ts';

/** While another page is on its way the one before stays in sight. */
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

/** Lists, the sheet and whatever counts open errors follow. */
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
