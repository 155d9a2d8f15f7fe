import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getNews } from '#contract/news.ts';
import { findZone } from '#contract/timeline.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

export type News = AnswerOf<typeof getNews>;

/** One call for all projects. The account's stream invalidates it after every change; a return to the tab asks again. */
const newsQuery = queryOptions({
  queryKey: queryKeys.news,
  queryFn: () => call('GET /api/me/news'),
  refetchOnWindowFocus: 'always',
});

export const useNews = (asking: { enabled?: boolean } = {}) => useQuery({ ...newsQuery, ...asking });

/** Fetched for the dialog that shows it, and forgotten with it: it tells what happened up to now. */
export const useAccountReport = () =>
  useQuery({
    queryKey: queryKeys.report,
    queryFn: () => call('GET /api/me/report', { zone: findZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) }),
    gcTime: 0,
    staleTime: Infinity,
  });
