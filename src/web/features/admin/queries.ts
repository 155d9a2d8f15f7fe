import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UserStatus } from '#contract/admin-users.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** Nobody has to ask for what counts on: every visit reads it, and every minute while somebody looks. */
const EVERY = 60_000;
const counting = { staleTime: 0, refetchInterval: EVERY, refetchIntervalInBackground: false };

/** Asked again by every visit of the console: a right that was given or taken meanwhile shows at once. */
export const useAdminStatus = () =>
  useQuery({ queryKey: queryKeys.adminStatus, queryFn: () => call('GET /api/admin/status'), staleTime: 0 });

/** Read beside the right to be here, which every page of the console has asked for. */
export const useIsMaintenance = () =>
  useQuery({
    queryKey: queryKeys.adminStatus,
    queryFn: () => call('GET /api/admin/status'),
    select: ({ maintenance }) => maintenance,
    enabled: false,
  }).data ?? false;

export const useMetrics = () =>
  useQuery({
    queryKey: queryKeys.adminMetrics,
    queryFn: () => call('GET /api/admin/dashboard/metrics'),
    ...counting,
  });

export const useCharts = () =>
  useQuery({
    queryKey: queryKeys.adminCharts,
    queryFn: () => call('GET /api/admin/dashboard/charts'),
    ...counting,
  });

/** How many errors wait: the page of a single one tells it, and costs next to nothing. */
export const useUnresolvedCount = () =>
  useQuery({
    queryKey: queryKeys.unresolvedErrors,
    queryFn: () => call('GET /api/admin/dashboard/errors', { page: 1, limit: 1, resolved: 'false' }),
    select: ({ total }) => total,
    refetchInterval: EVERY,
  });

export const useEmail = () =>
  useQuery({ queryKey: queryKeys.me, queryFn: () => call('GET /api/me'), select: ({ email }) => email }).data;

export interface UserFilter {
  page: number;
  search?: string;
  status?: UserStatus;
}

/** The page before stays in sight while the next one loads. */
export const useUserPage = (filter: UserFilter) =>
  useQuery({
    queryKey: queryKeys.adminUserPage(filter),
    queryFn: () => call('GET /api/admin/users', filter),
    placeholderData: keepPreviousData,
  });

export const useUser = (userId: string) =>
  useQuery({ queryKey: queryKeys.adminUser(userId), queryFn: () => call('GET /api/admin/users/:id', { id: userId }) });
