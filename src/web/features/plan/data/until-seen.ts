import type { QueryClient } from '@tanstack/react-query';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** After this long without the feed the plan is fetched instead. */
const PATIENCE = 3_000;

/**
 * Resolves when the cached plan is as new as this number of the feed. For edits that are answered without their rows:
 * their optimistic update stays until the feed has brought the rows, so that nothing flickers back.
 */
export function untilSeen(cache: QueryClient, projectId: string, seq: number): Promise<void> {
  const queryKey = queryKeys.plan(projectId);
  const isSeen = () => (cache.getQueryData<PlanData>(queryKey)?.seq ?? Infinity) >= seq;
  if (isSeen()) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  const finish = () => {
    clearTimeout(timer);
    unsubscribe();
    resolve();
  };
  const unsubscribe = cache.getQueryCache().subscribe(() => isSeen() && finish());
  const timer = setTimeout(() => void cache.invalidateQueries({ queryKey }).then(finish, finish), PATIENCE);
  return promise;
}
