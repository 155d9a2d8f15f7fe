import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UserStatus } from '#contract/admin-users.ts';
import { call } from '#web/lib/api.ts';
import { queryKeys } from '#web/lib/query-keys.ts';

/** The sidebar's count is part of it, and stays true without anybody asking. */
const CHARTS_EVERY = 60_000;

/** Asked again by every visit of the console: a right that was given or taken meanwhile shows at once. */
export const useAdminStatus = () =>
  useQuery({ queryKey: queryKeys.adminStatus, queryFn: () => call('GET /api/admin/status'), staleTime: 0 });

export const useMetrics = () =>
  useQuery({ queryKey: queryKeys.adminMetrics, queryFn: () => call('GET /api/admin/dashboard/metrics') });

export const useCharts = () =>
  useQuery({
    queryKey: queryKeys.adminCharts,
    queryFn: () => call('GET /api/admin/dashboard/charts'),
    refetchInterval: CHARTS_EVERY,
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
