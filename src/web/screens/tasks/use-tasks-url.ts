import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';
import type { PlanFilters, StatusFilter } from '#web/features/plan/index.ts';
import { deviceStore } from '#web/lib/browser-store.ts';

export const NOTE_TABS = ['all', 'progress', 'files', 'findings', 'context'] as const;
export type NoteTab = (typeof NOTE_TABS)[number];
export type NoteSort = 'newest' | 'oldest';

const STATUSES: readonly StatusFilter[] = ['open', 'wip', 'done', 'blocked'];
const sortKey = (projectId: string) => `baton-note-sort:${projectId}`;

/** What the screen shows is in its address, so that a copied link shows the same. Selecting is a step to go back from. */
export function useTasksUrl(projectId: string) {
  const [search, setSearch] = useSearchParams();
  // What is drawn may be a step behind what was done: the next step builds on what was done.
  const wanted = useRef(search);
  useEffect(() => {
    wanted.current = search;
  }, [search]);
  const set = useCallback(
    (changes: Record<string, string>, replace = true) => {
      const params = new URLSearchParams(wanted.current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') params.delete(name);
        else params.set(name, value);
      }
      wanted.current = params;
      setSearch(params, { replace, preventScrollReset: true });
    },
    [setSearch],
  );

  const [q, showQ] = useTyped(search.get('q') ?? '');
  const listText = search.get('list') ?? '';
  const statusText = search.get('status') ?? '';
  const filters = useMemo<PlanFilters>(() => {
    const named = listed(statusText);
    return { q, lists: listed(listText), statuses: STATUSES.filter((status) => named.includes(status)) };
  }, [q, listText, statusText]);

  const tab = NOTE_TABS.find((each) => each === search.get('tab')) ?? 'all';
  const kept = search.get('sort') ?? deviceStore.read(sortKey(projectId));
  const sort: NoteSort = kept === 'oldest' ? 'oldest' : 'newest';

  return {
    /** An id or a number such as "T12", as it was given. */
    task: search.get('task') ?? undefined,
    filters,
    tab,
    sort,
    select: (task: string | undefined) => set({ q, task: task ?? '' }, (task ?? '') === (search.get('task') ?? '')),
    forget: () => set({ task: '' }),
    setFilters: (change: Partial<PlanFilters>) => {
      if (change.q !== undefined) showQ(change.q);
      const next = { ...filters, ...change };
      set({ q: next.q, list: next.lists.join(','), status: next.statuses.join(',') });
    },
    setTab: (next: NoteTab) => set({ tab: next === 'all' ? '' : next }),
    setSort: (next: NoteSort) => {
      deviceStore.write(sortKey(projectId), next);
      set({ sort: next });
    },
  };
}

const listed = (text: string) => [...new Set(text.split(',').filter(Boolean))];

/**
 * The address follows the keys, and may be a few letters behind them: what is typed is kept here. Only somebody who goes
 * elsewhere changes it from outside; our own writing replaces the address.
 */
function useTyped(inAddress: string) {
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const navigation = useNavigationType();
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (navigation !== NavigationType.Replace) setTyped(inAddress);
  }
  return [typed, setTyped] as const;
}
