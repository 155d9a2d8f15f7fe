import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FILENAME_DEFAULT } from '#contract/constants.ts';
import { call } from '#web/lib/net/api.ts';
import { failureToast, successToast } from '#web/lib/net/failure-toast.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';

export interface PrdText {
  content: string;
  filename: string;
}

export function useDeletePrdVersion(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => call('DELETE /api/projects/:id/prd/versions/:version', { id: projectId, version }),
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: queryKeys.prdVersions(projectId) }),
        cache.invalidateQueries({ queryKey: queryKeys.subscription }),
      ]),
  });
}

/** Stores the PRD without planning it. Ends only after the refetch, so that the old text does not flicker. */
export function useSavePrd(projectId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ content, filename }: PrdText) =>
      call('PUT /api/projects/:id/prd', { id: projectId, content, filename: filename || FILENAME_DEFAULT }),
    onSuccess: async (_answer, { filename }) => {
      toast(successToast('Uploaded', filename || FILENAME_DEFAULT));
      for (const queryKey of [queryKeys.subscription, queryKeys.projects, queryKeys.project(projectId)])
        void cache.invalidateQueries({ queryKey });
      await cache.invalidateQueries({ queryKey: queryKeys.allPrd(projectId) });
    },
    onError: (error) => {
      if (!isShownElsewhere(error)) toast(failureToast(error, 'Failed to save the PRD'));
    },
  });
}
