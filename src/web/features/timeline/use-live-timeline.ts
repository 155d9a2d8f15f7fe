import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryKeys } from '#web/lib/net/query-keys.ts';

const AT_MOST_EVERY = 700;
/** Refreshing takes at most a fifth of the time, however large the project is. */
const PAUSE = 4;
/** Of all changes seen, so that each refetch gives another value. */
let changes = 0;

/**
 * Refetches what the screen shows when the account's feed invalidates the project's timeline, throttled: a burst of
 * changes would otherwise restart the same requests before they are answered. The query itself fetches nothing.
 */
export function useLiveTimeline(projectId: string) {
  const cache = useQueryClient();
  const seen = useRef<number>(undefined);
  const earliest = useRef(0);
  const { data: change } = useQuery({
    queryKey: queryKeys.timeline(projectId),
    queryFn: () => {
      changes += 1;
      return changes;
    },
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (change === undefined || seen.current === change) return undefined;
    const isFirst = seen.current === undefined;
    seen.current = change;
    if (isFirst) return undefined;
    const refresh = async () => {
      const began = Date.now();
      earliest.current = began + AT_MOST_EVERY;
      await cache.invalidateQueries({ queryKey: queryKeys.timelineParts(projectId) });
      const now = Date.now();
      earliest.current = Math.max(earliest.current, now + PAUSE * (now - began));
    };
    const timer = setTimeout(() => void refresh(), Math.max(0, earliest.current - Date.now()));
    return () => clearTimeout(timer);
  }, [change, cache, projectId]);
}
