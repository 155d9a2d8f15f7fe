import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { NOTES_PAGE } from '#contract/constants.ts';
import { call } from '#web/lib/net/api.ts';
import type { NotePage, NotePages } from '#web/lib/live/live-notes.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

const FIRST_PAGE = 200;

/** Pages after the first are larger: asking for older notes means reading on. */
async function loadPage(projectId: string, taskId: string | undefined, before: string): Promise<NotePage> {
  const limit = before === '' ? FIRST_PAGE : NOTES_PAGE;
  const notes = await call('GET /api/projects/:id/notes', {
    id: projectId,
    limit,
    ...(taskId !== undefined && { task_id: taskId }),
    ...(before !== '' && { before }),
  });
  return { notes, more: notes.length === limit };
}

/** Notes of a project or of one task, newest first, by keyset pagination; the feed keeps the cache current. */
export function useNotes(projectId: string, taskId: string | undefined) {
  const cache = useQueryClient();
  const known = cache.getQueryData<NotePages>(queryKeys.notes(projectId, undefined));
  // Stable reference: TanStack Query recomputes the placeholder for a new function, and the new result triggers a
  // render, which would repeat on every render until the response arrives.
  const whatIsKnown = useCallback(
    () => (taskId === undefined || !known ? undefined : ofTask(known, taskId)),
    [known, taskId],
  );
  return useInfiniteQuery({
    queryKey: queryKeys.notes(projectId, taskId),
    queryFn: ({ pageParam }) => loadPage(projectId, taskId, pageParam),
    initialPageParam: '',
    getNextPageParam: (last, pages) =>
      last.more ? pages.findLast((page) => page.notes.length > 0)?.notes.at(-1)?.id : undefined,
    placeholderData: whatIsKnown,
    // The feed brings the cache up to date when the tab becomes visible again.
    refetchOnWindowFocus: false,
    // Feed patches already preserve reference equality; a deep comparison of thousands of notes would be wasted.
    structuralSharing: false,
  });
}

/** Placeholder from the project's list, so that selecting a task shows no loading state. */
function ofTask(known: NotePages, taskId: string): NotePages | undefined {
  const notes = known.pages.flatMap((page) => page.notes.filter((note) => note.task_id === taskId));
  const more = known.pages.at(-1)?.more ?? false;
  return notes.length === 0 && more ? undefined : { pages: [{ notes, more }], pageParams: [''] };
}
