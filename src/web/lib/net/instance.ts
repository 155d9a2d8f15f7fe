import { queryOptions, useQuery } from '@tanstack/react-query';
import { callPublic } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** What this installation offers; what changes of it while a page is open is read anew with the next page. */
export const instanceQuery = queryOptions({
  queryKey: queryKeys.instance,
  queryFn: () => callPublic('GET /api/instance'),
  staleTime: Infinity,
});

/** Whether there is anything to buy here; not before it is known. A team has no plans. */
export function useHasPlans(): boolean {
  const { data } = useQuery(instanceQuery);
  return data !== undefined && data.kind !== 'team';
}

/** Whether it is known yet who the instance is for; until then nobody is shown a way in that may be closed. */
export const useIsKindKnown = (): boolean => useQuery(instanceQuery).data !== undefined;

/** Once it is known: whether strangers are shown the way in, and prices, or not. */
export const useIsTeam = (): boolean => useQuery(instanceQuery).data?.kind === 'team';
