import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

const PAGE = 10;

/** Activity of a task, newest first; the feed invalidates it. */
export const useActivity = (projectId: string, taskId: string) =>
  useInfiniteQuery({
    queryKey: queryKeys.activity(projectId, taskId),
    queryFn: ({ pageParam }) =>
      call('GET /api/projects/:id/activity', {
        id: projectId,
        limit: PAGE,
        task_id: taskId,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextCursor,
  });
