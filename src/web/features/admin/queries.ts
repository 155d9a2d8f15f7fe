import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UserStatus } from '#contract/admin-users.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** Counters are refetched on every mount, and polled every minute while the tab is visible. */
const EVERY = 60_000;
const counting = { staleTime: 0, refetchInterval: EVERY, refetchIntervalInBackground: false };

/** staleTime 0: every visit of the console asks again, so that a right granted or revoked meanwhile takes effect. */
export const useAdminStatus = () =>
  useQuery({ queryKey: queryKeys.adminStatus, queryFn: () => call('GET /api/admin/status'), staleTime: 0 });

/** Shares the query of the guard (enabled: false sends no request of its own). */
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

/** A page of one row: only its total is used. */
export const useUnresolvedCount = () =>
  useQuery({
    queryKey: queryKeys.unresolvedErrors,
    queryFn: () => call('GET /api/admin/dashboard/errors', { page: 1, limit: 1, resolved: 'false' }),
    select: ({ total }) => total,
    refetchInterval: EVERY,
  });

/** What it finds changes with restarts and settings, not by the minute. */
const SAFETY_EVERY = 10 * EVERY;

export const useSafety = () =>
  useQuery({
    queryKey: queryKeys.adminSafety,
    queryFn: () => call('GET /api/admin/safety'),
    staleTime: EVERY,
    refetchInterval: SAFETY_EVERY,
  });

export const useEmail = () =>
  useQuery({ queryKey: queryKeys.me, queryFn: () => call('GET /api/me'), select: ({ email }) => email }).data;

export interface UserFilter {
  page: number;
  search?: string;
  status?: UserStatus;
}

/** The previous page stays visible while the next one loads. */
export const useUserPage = (filter: UserFilter) =>
  useQuery({
    queryKey: queryKeys.adminUserPage(filter),
    queryFn: () => call('GET /api/admin/users', filter),
    placeholderData: keepPreviousData,
  });

export const useUser = (userId: string) =>
  useQuery({ queryKey: queryKeys.adminUser(userId), queryFn: () => call('GET /api/admin/users/:id', { id: userId }) });
