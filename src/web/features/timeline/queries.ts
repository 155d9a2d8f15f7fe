import { keepPreviousData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Note } from '#contract/note.ts';
import { call } from '#web/lib/net/api.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { appendPage, type DayPages, spliceFirstPage } from './day-pages.ts';
import { askedOf, type TimelineFilters } from './filters.ts';
import { readZone } from './times.ts';

const PAGE = 50;
/** Nothing keeps these up to date while the screen is closed. */
const REFRESHED = { staleTime: 0 };
/** As many as an overview has room for. */
const RECENT = 6;
const NOTES_PAGE = 200;
const NOTES_PAGES_MAX = 10;

export interface ShownDays {
  days: number;
  /** More than that, if needed to include this day. */
  backTo: string | undefined;
}

/** Counts of the newest days, and per filter. */
export function useTimelineDays(projectId: string, filters: TimelineFilters, { days, backTo }: ShownDays) {
  const asked = { ...askedOf(filters), zone: readZone(), days, ...(backTo !== undefined && { back_to: backTo }) };
  return useQuery({
    queryKey: [...queryKeys.timelineParts(projectId), 'days', asked],
    queryFn: () => call('GET /api/projects/:id/timeline/days', { id: projectId, ...asked }),
    placeholderData: keepPreviousData,
    ...REFRESHED,
  });
}

/** The newest entries of all days. */
export function useRecent(projectId: string) {
  return useQuery({
    queryKey: [...queryKeys.timelineParts(projectId), 'recent'],
    queryFn: () => call('GET /api/projects/:id/timeline', { id: projectId, zone: readZone(), limit: RECENT }),
    ...REFRESHED,
  });
}

/** The entries of a day by keyset pagination. A refetch asks for the first page only. */
export function useDay(projectId: string, day: string, filters: TimelineFilters) {
  const cache = useQueryClient();
  const asked = { ...askedOf(filters), zone: readZone(), day, limit: PAGE };
  const queryKey = [...queryKeys.timelineParts(projectId), 'day', asked];
  const load = (cursor?: string): Promise<DayPages> =>
    call('GET /api/projects/:id/timeline', { id: projectId, ...asked, ...(cursor !== undefined && { cursor }) });
  const pages = useQuery({
    queryKey,
    queryFn: async () => spliceFirstPage(readPages(cache, queryKey), await load()),
    ...REFRESHED,
  });
  const more = useMutation({
    mutationFn: (cursor: string) => load(cursor),
    onSuccess: (page, cursor) =>
      cache.setQueryData<DayPages>(queryKey, (known) => known && appendPage(known, cursor, page)),
  });
  const { nextCursor } = pages.data ?? { nextCursor: null };
  const loadMore = nextCursor === null ? undefined : () => more.mutate(nextCursor);
  return { ...pages, loadMore, isLoadingMore: more.isPending };
}

const readPages = (cache: QueryClient, queryKey: readonly unknown[]) => cache.getQueryData<DayPages>(queryKey);

export function useRelay(projectId: string, from: string | undefined) {
  return useQuery({
    queryKey: [...queryKeys.timelineParts(projectId), 'relay', from ?? null],
    queryFn: () => call('GET /api/projects/:id/timeline/relay', { id: projectId, ...(from !== undefined && { from }) }),
    placeholderData: keepPreviousData,
    ...REFRESHED,
  });
}

export function useReport(projectId: string, since: string | undefined) {
  return useQuery({
    queryKey: [...queryKeys.timelineParts(projectId), 'report', since ?? null],
    queryFn: () =>
      call('GET /api/projects/:id/report', {
        id: projectId,
        zone: readZone(),
        ...(since !== undefined && { since }),
      }),
    placeholderData: keepPreviousData,
    ...REFRESHED,
  });
}

/** The notes written between two moments, oldest first: about a task, or about the project itself. */
export function useNotesBetween(projectId: string, taskId: string | null, from: string, to: string | undefined) {
  return useQuery({
    queryKey: [...queryKeys.timelineParts(projectId), 'notes', taskId, from, to ?? null],
    queryFn: () => loadNotes(projectId, taskId, from, to),
  });
}

async function loadNotes(projectId: string, taskId: string | null, from: string, to?: string): Promise<Note[]> {
  const found: Note[] = [];
  let before: string | undefined;
  for (let page = 0; page < NOTES_PAGES_MAX; page += 1) {
    const notes = await call('GET /api/projects/:id/notes', {
      id: projectId,
      limit: NOTES_PAGE,
      ...(taskId !== null && { task_id: taskId }),
      ...(before !== undefined && { before }),
    });
    found.push(...notes);
    before = notes.at(-1)?.id;
    if (notes.length < NOTES_PAGE || (notes.at(-1)?.created_at ?? '') < from) break;
  }
  return found
    .filter(({ task_id, is_broadcast, deleted_at }) => task_id === taskId && !is_broadcast && deleted_at === null)
    .filter(({ created_at: at }) => at >= from && (to === undefined || at <= to))
    .toReversed();
}
