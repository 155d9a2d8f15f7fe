import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { NOTES_PAGE } from '#contract/constants.ts';
import { call } from '#web/lib/net/api.ts';
import type { NotePage, NotePages } from '#web/lib/live/live-notes.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';

const FIRST_PAGE = 200;

/** Who asks for older notes means to read on: the pages behind the first are larger. */
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

/** The notes of a project or of one of its tasks, newest first, page by page; the feed keeps them true. */
export function useNotes(projectId: string, taskId: string | undefined) {
  const cache = useQueryClient();
  const known = cache.getQueryData<NotePages>(queryKeys.notes(projectId, undefined));
  // The same function for the same notes: with another one on every render the query makes its placeholder anew, and that
  // is a change to render for, again and again until the answer comes.
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
    // Whoever comes back to the tab is brought up to date by the feed.
    refetchOnWindowFocus: false,
    // The patches keep what did not change; comparing thousands of notes again would only cost time.
    structuralSharing: false,
  });
}

/** What the project's own list already knows of a task, so that selecting it shows no gap. */
function ofTask(known: NotePages, taskId: string): NotePages | undefined {
  const notes = known.pages.flatMap((page) => page.notes.filter((note) => note.task_id === taskId));
  const more = known.pages.at(-1)?.more ?? false;
  return notes.length === 0 && more ? undefined : { pages: [{ notes, more }], pageParams: [''] };
}
