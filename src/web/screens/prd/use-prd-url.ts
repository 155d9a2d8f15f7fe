import { useMemo, useState } from 'react';
import { type Filter, type Way, WAYS } from '#web/features/prd/index.ts';
import { useSearch } from '#web/lib/use-search.ts';

export type View = 'read' | 'edit';

/** Addresses from before the PRD was read line by line mean the same. */
const MEANS: Record<string, View> = { read: 'read', preview: 'read', plan: 'read', edit: 'edit' };
const FILTERS: readonly Filter[] = ['work', 'context', 'limit', 'done', 'unsure', 'changed'];

export type PrdUrl = ReturnType<typeof usePrdUrl>;

const wayIn = (search: URLSearchParams): Way => WAYS.find((each) => each === search.get('way')) ?? 'agent';
const keepWay = (way: Way) => ({ way: way === 'agent' ? '' : way });

/**
 * What the address keeps: the tab, which lines are shown ("?role=limit,unsure") and who drafts. Without a tab in it, what
 * is there is read, unless somebody is writing it or there is nothing.
 */
export function usePrdUrl({ hasText, isWriting }: { hasText: boolean; isWriting: boolean }) {
  const [search, set] = useSearch();
  // Decided once: whoever writes the first letter goes on writing.
  const [usual] = useState<View>(hasText && !isWriting ? 'read' : 'edit');
  const asked = search.get('role') ?? '';
  const filter = useMemo(() => {
    const names = asked.split(',');
    return new Set(FILTERS.filter((each) => names.includes(each)));
  }, [asked]);
  return {
    view: MEANS[search.get('view') ?? ''] ?? usual,
    setView: (view: View) => set({ view }),
    filter,
    /** Lines are shown where they are read. */
    setFilter: (next: ReadonlySet<Filter>) =>
      set({ role: FILTERS.filter((each) => next.has(each)).join(','), view: 'read' }),
    way: wayIn(search),
    setWay: (way: Way) => set(keepWay(way)),
    /** From the one asked for last, which a fast second press finds before it is drawn. */
    nextWay: () => set((wanted) => keepWay(WAYS[(WAYS.indexOf(wayIn(wanted)) + 1) % WAYS.length] ?? 'agent')),
  };
}
