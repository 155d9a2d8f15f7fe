import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export type CallStatus = 'all' | 'success' | 'errors';

export interface CallFilter {
  search: string;
  status: CallStatus;
}

const EVERY = 3_000;

/** Polled while live; not in a background tab. */
export const useCalls = ({ search, status }: CallFilter, live: boolean) =>
  useQuery({
    queryKey: queryKeys.adminCalls({ search, status }),
    queryFn: () => call('GET /api/admin/logs', { status, ...(search !== '' && { search }) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: live && EVERY,
    refetchIntervalInBackground: false,
  });
