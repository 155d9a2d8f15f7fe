import { useMemo } from 'react';
import type { FilterChange, PlanFilters, StatusFilter } from '#web/features/plan/index.ts';
import { deviceStore } from '#web/lib/browser-store.ts';
import { useSearch } from '#web/lib/use-search.ts';
import { useTyped } from '#web/lib/use-typed.ts';

export const NOTE_TABS = ['all', 'progress', 'files', 'findings', 'context'] as const;
export type NoteTab = (typeof NOTE_TABS)[number];
export type NoteSort = 'newest' | 'oldest';

const VIEWS = ['overview', 'relay'] as const;
const STATUSES: readonly StatusFilter[] = ['open', 'wip', 'done', 'blocked', 'asking', 'needs'];
const sortKey = (projectId: string) => `baton-note-sort:${projectId}`;

/** State in the URL, so that links can be shared. Only a selection pushes a history entry; the rest replaces it. */
export function useTasksUrl(projectId: string) {
  const [search, set] = useSearch();
  const [q, showQ] = useTyped(search.get('q') ?? '');
  const listText = search.get('list') ?? '';
  const statusText = search.get('status') ?? '';
  const filters = useMemo(() => readFilters(q, listText, statusText), [q, listText, statusText]);

  const tab = NOTE_TABS.find((each) => each === search.get('tab')) ?? 'all';
  const kept = search.get('sort') ?? deviceStore.read(sortKey(projectId));
  const sort: NoteSort = kept === 'oldest' ? 'oldest' : 'newest';

  return {
    /** As given: an id, or a number such as "T12". */
    task: search.get('task') ?? undefined,
    /** Deep link to a question: focuses the answer. */
    answer: search.has('answer'),
    filters,
    tab,
    sort,
    /** Of the middle panel while no task is selected; chosen by the screen where the URL does not say. */
    view: VIEWS.find((each) => each === search.get('view')),
    setView: (view: (typeof VIEWS)[number]) => set({ view }),
    /** The relay, from wherever one is. */
    openRelay: () => set({ q, view: 'relay', task: '', answer: '' }, { isStep: search.has('task') }),
    select: (task: string | undefined, { answer = false }: { answer?: boolean } = {}) =>
      set({ q, task: task ?? '', answer: answer ? '1' : '' }, { isStep: (task ?? '') !== (search.get('task') ?? '') }),
    forget: () => set({ task: '', answer: '' }),
    endAnswer: () => set({ answer: '' }),
    setFilters: (wish: FilterChange) =>
      set((wanted) => {
        const [wantedQ, list, status] = ['q', 'list', 'status'].map((name) => wanted.get(name) ?? '');
        const change = typeof wish === 'function' ? wish(readFilters(wantedQ, list, status)) : wish;
        if (change.q !== undefined) showQ(change.q);
        // Only the changed parameters: others may have changed since the last render (stale closure).
        return {
          ...(change.q !== undefined && { q: change.q }),
          ...(change.lists && { list: change.lists.join(',') }),
          ...(change.statuses && { status: change.statuses.join(',') }),
        };
      }),
    setTab: (next: NoteTab) => set({ tab: next === 'all' ? '' : next }),
    setSort: (next: NoteSort) => {
      deviceStore.write(sortKey(projectId), next);
      set({ sort: next });
    },
  };
}

function readFilters(q = '', lists = '', statuses = ''): PlanFilters {
  const named = listed(statuses);
  return { q, lists: listed(lists), statuses: STATUSES.filter((status) => named.includes(status)) };
}

const listed = (text: string) => [...new Set(text.split(',').filter(Boolean))];
