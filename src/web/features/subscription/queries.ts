import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export const useSubscription = () =>
  useQuery({ queryKey: queryKeys.subscription, queryFn: () => call('GET /api/subscriptions/current') });
