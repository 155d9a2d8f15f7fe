import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SEARCH_QUERY_MAX } from '#contract/constants.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

/** Debounce: fast typing sends one request, and the delay is not noticed. */
const PAUSE = 150;
const SHORTEST = 2;
const MOST = 20;

/** Full-text search in a project's tasks, notes and PRD, debounced. */
export function useProjectSearch(projectId: string | undefined, query: string) {
  const words = useDebounced(query.trim().slice(0, SEARCH_QUERY_MAX));
  const wanted = projectId !== undefined && words.length >= SHORTEST;
  const { data, isError, isFetching } = useQuery({
    queryKey: queryKeys.search(projectId ?? '', words),
    queryFn: () => call('GET /api/projects/:id/search', { id: projectId ?? '', q: words, limit: MOST }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    // Results are stale at once: nothing is cached for the next search.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const isWanted = wanted && query.trim().length >= SHORTEST;
  return {
    hits: isWanted ? (data?.hits ?? []) : [],
    failed: isWanted && isError,
    searching: isWanted && isFetching,
  };
}

function useDebounced(value: string) {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
