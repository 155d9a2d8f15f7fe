import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#contract/project.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { isFree } from './plan.ts';

/** The chosen projects stay active, all others are archived. `onKept` is called even if the dialog is unmounted by then. */
export function useKeepProjects(onKept: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (projectIds: Project['id'][]) => call('POST /api/subscriptions/keep-projects', { projectIds }),
    onSuccess: async (current) => {
      onKept();
      cache.setQueryData(queryKeys.subscription, current);
      await cache.invalidateQueries({ queryKey: queryKeys.projects });
    },
  });
}

/** Resolves with the bytes freed, after the numbers on the screen have been refetched. */
export function useEmptyStorage() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/me/storage/empty'),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeys.subscription }),
  });
}

/** Whether the plan is paid for and will be renewed. */
export const isSubscribed = (current: CurrentSubscription) =>
  !isFree(current) && current.subscription?.status === 'active';

const CHECKS = 6;
const BETWEEN = 2_500;

/**
 * Polls the provider, through the server, until the payment has arrived, a limited number of times. Grants nothing: without a
 * payment the account keeps its plan.
 */
export function useConfirmation() {
  const cache = useQueryClient();
  const [asked, setAsked] = useState(0);
  const query = useQuery({
    queryKey: queryKeys.confirmation,
    queryFn: async () => {
      try {
        const current = await call('POST /api/subscriptions/refresh');
        cache.setQueryData(queryKeys.subscription, current);
        return current;
      } finally {
        setAsked((times) => times + 1);
      }
    },
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => ((state.data && isSubscribed(state.data)) || asked >= CHECKS ? false : BETWEEN),
  });
  return {
    error: query.error,
    isFetching: query.isFetching,
    isAsked: asked > 0,
    isStillAsking: asked < CHECKS,
    askAgain: () => void query.refetch(),
  };
}
