import { useMemo, useState } from 'react';
import { type Filter, type Way, WAYS } from '#web/features/prd/index.ts';
import { useSearch } from '#web/lib/use-search.ts';

export type View = 'read' | 'edit';

/** Also maps the names of former views, so that old links still work. */
const MEANS: Record<string, View> = { read: 'read', preview: 'read', plan: 'read', edit: 'edit' };
const FILTERS: readonly Filter[] = ['work', 'context', 'limit', 'done', 'unsure', 'changed'];

export type PrdUrl = ReturnType<typeof usePrdUrl>;

const wayIn = (search: URLSearchParams): Way => WAYS.find((each) => each === search.get('way')) ?? 'agent';
const keepWay = (way: Way) => ({ way: way === 'agent' ? '' : way });

/**
 * State in the URL: view, line filter ("?role=limit,unsure"), planner and the version that is compared. Without a view the document is read, unless
 * it is empty or being written.
 */
export function usePrdUrl({ hasText, isWriting }: { hasText: boolean; isWriting: boolean }) {
  const [search, set] = useSearch();
  // On mount only: the view must not switch when the first letter is typed.
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
    /** Also switches to the reading view, where the filter applies. */
    setFilter: (next: ReadonlySet<Filter>) =>
      set({ role: FILTERS.filter((each) => next.has(each)).join(','), view: 'read' }),
    /** The version to compare with the one before, as a link asks for it. */
    version: Number(search.get('version')) || undefined,
    forgetVersion: () => set({ version: '' }),
    way: wayIn(search),
    setWay: (way: Way) => set(keepWay(way)),
    /** From the newest requested state, because a second key press can come before the render (stale closure). */
    nextWay: () => set((wanted) => keepWay(WAYS[(WAYS.indexOf(wayIn(wanted)) + 1) % WAYS.length] ?? 'agent')),
  };
}
