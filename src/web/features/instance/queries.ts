import { CONNECTIVITY_POLL_SECONDS } from '#contract/constants.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, callPublicEvery } from '#web/lib/net/api.ts';
import { instanceQuery } from '#web/lib/net/instance.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export const useInstance = () => useQuery(instanceQuery).data;

export const useSetupStatus = () =>
  useQuery({
    queryKey: queryKeys.setupStatus,
    queryFn: () => call('GET /api/setup-status'),
    refetchInterval: CONNECTIVITY_POLL_SECONDS * 1_000,
  });

/** Mails of an instance without SMTP, polled while the tab is visible. */
export const outboxQuery = queryOptions({
  queryKey: queryKeys.outbox,
  queryFn: () => callPublicEvery('GET /api/outbox'),
  refetchInterval: 5_000,
  retry: false,
});

export const useOutbox = () => useQuery(outboxQuery);
