import { useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';
import type { ProjectSummary } from '#contract/project.ts';

export type StatusFilter = 'all' | 'active' | 'archived';

const isStatus = (value: string | null): value is StatusFilter => value === 'active' || value === 'archived';

/** The filter lives in the address, so that a copied link shows the same projects. */
export function useProjectFilter() {
  const [search, setSearch] = useSearchParams();
  const set = (changes: Record<string, string>, replace = true) =>
    setSearch(
      (params) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') params.delete(name);
          else params.set(name, value);
        }
        return params;
      },
      { replace, preventScrollReset: true },
    );
  const [q, showQ] = useTyped(search.get('q') ?? '');
  const status = search.get('status');
  return {
    q,
    status: isStatus(status) ? status : ('all' as const),
    setQ: (value: string) => {
      showQ(value);
      set({ q: value });
    },
    setStatus: (value: StatusFilter) => set({ q, status: value === 'all' ? '' : value }),
    clear: () => {
      showQ('');
      set({ q: '', status: '' });
    },
    keeping: search.has('keep'),
    stopKeeping: () => set({ keep: '' }),
    creating: search.has('new'),
    // Opening is a step one can go back from; closing is not one to come back to.
    setCreating: (on: boolean) => set({ new: on ? '1' : '' }, !on),
  };
}

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

export function filterProjects(projects: readonly ProjectSummary[], q: string, status: StatusFilter) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return projects.filter((project) => {
    if (status !== 'all' && project.status !== status) return false;
    const text = `${project.name} ${project.description ?? ''} ${project.id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
