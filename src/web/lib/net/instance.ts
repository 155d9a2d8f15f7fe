import { queryOptions, useQuery } from '@tanstack/react-query';
import { callPublic } from './api.ts';
import { isComing } from './is-coming.ts';
import { queryKeys } from './query-keys.ts';

/** What this instance offers. Never stale: a change of it shows after the next page load. */
export const instanceQuery = queryOptions({
  queryKey: queryKeys.instance,
  queryFn: () => callPublic('GET /api/instance'),
  staleTime: Infinity,
});

/** False until the instance is loaded. An instance for a team sells no plans. */
export function useHasPlans(): boolean {
  const { data } = useQuery(instanceQuery);
  return data !== undefined && data.kind !== 'team';
}

/** Until it is loaded, no sign-up link is shown: the instance may not allow sign-ups. */
export const useIsKindKnown = (): boolean => useQuery(instanceQuery).data !== undefined;

/** The first answer is under way: what depends on it is not laid out yet. */
export const useIsInstanceComing = (): boolean => isComing(useQuery(instanceQuery));

/** False until the instance is loaded. A team shows strangers neither sign-up nor prices. */
export const useIsTeam = (): boolean => useQuery(instanceQuery).data?.kind === 'team';
