import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/api.ts';
import { queryKeys } from '#web/lib/query-keys.ts';

export const useSubscription = () =>
  useQuery({ queryKey: queryKeys.subscription, queryFn: () => call('GET /api/subscriptions/current') });
