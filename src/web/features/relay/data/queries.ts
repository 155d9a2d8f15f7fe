import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RELAY_TEXTS as T } from '#contract/relay-texts.ts';
import type { RunView } from '#contract/relay.ts';
import type { Run, RunRequest } from '#contract/run.ts';
import { afterLines } from '#web/lib/live/live-relay.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { toast } from '#web/ui/toast.ts';

const PAGE = 20;

/**
 * The runs at work, or the last one. Lines beside the feed change it several times a second: who needs little of it
 * selects that, and renders only when it changes.
 */
export function useRelay<Part = RunView>(projectId: string, select?: (view: RunView) => Part) {
  const cache = useQueryClient();
  return useQuery({
    queryKey: queryKeys.relay(projectId),
    queryFn: async () => {
      const askedAt = Date.now();
      return afterLines(cache, projectId, await call('GET /api/projects/:id/relay', { id: projectId }), askedAt);
    },
    // The feed patches it, and says when it has to be fetched again.
    staleTime: Infinity,
    ...(select && { select }),
  });
}

/** Asks the runner; what it was asked is shown at once with the answer. */
export function useAskRun(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ runId, request }: { runId: string; request: RunRequest }) =>
      call('POST /api/runs/:id/ask', { id: runId, request }),
    onSuccess: (run) => cache.setQueryData<RunView>(queryKeys.relay(projectId), (view) => view && withRun(view, run)),
    onError: (error) => void toast(failureToast(error, T.notAsked)),
  });
}

const withRun = (view: RunView, run: Run): RunView => ({
  ...view,
  runs: view.runs.map((each) => (each.run.id === run.id ? { ...each, run } : each)),
});

/** While the sheet is open it is read again whenever the agent has printed more. */
export const useOutput = (runId: string, worker: string) =>
  useQuery({
    queryKey: queryKeys.runOutput(runId, worker),
    queryFn: () => call('GET /api/runs/:id/output', { id: runId, worker }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Results older than this one, of a run or of the whole project. */
export const useOlderResults = (projectId: string, runId: string | undefined, after: string) =>
  useInfiniteQuery({
    queryKey: queryKeys.runResults(projectId, { runId, after }),
    queryFn: ({ pageParam }) =>
      call('GET /api/projects/:id/run-results', {
        id: projectId,
        ...(runId !== undefined && { run_id: runId }),
        cursor: pageParam,
        limit: PAGE,
      }),
    initialPageParam: after,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Infinity,
  });

/** What runs did on a task, newest first. */
export const useTaskResults = (projectId: string, taskId: string) =>
  useQuery({
    queryKey: queryKeys.runResults(projectId, { taskId }),
    queryFn: () => call('GET /api/projects/:id/run-results', { id: projectId, task_id: taskId, limit: PAGE }),
    staleTime: Infinity,
  });
