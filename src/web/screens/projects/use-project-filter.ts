import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
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
  const [q, setQ] = useTyped(search.get('q') ?? '', (value) => set({ q: value }));
  const status = search.get('status');
  return {
    q,
    status: isStatus(status) ? status : ('all' as const),
    setQ,
    setStatus: (value: StatusFilter) => set({ status: value === 'all' ? '' : value }),
    clear: () => set({ q: '', status: '' }),
    creating: search.has('new'),
    // Opening is a step one can go back from; closing is not one to come back to.
    setCreating: (on: boolean) => set({ new: on ? '1' : '' }, !on),
  };
}

/** The address changes a moment after the key: what is typed is kept here, and follows the address when that changes by itself. */
function useTyped(inAddress: string, write: (value: string) => void) {
  const [typed, setTyped] = useState(inAddress);
  const written = useRef(inAddress);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);
  const type = (value: string) => {
    written.current = value;
    setTyped(value);
    write(value);
  };
  return [typed, type] as const;
}

export function filterProjects(projects: readonly ProjectSummary[], q: string, status: StatusFilter) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return projects.filter((project) => {
    if (status !== 'all' && project.status !== status) return false;
    const text = `${project.name} ${project.description ?? ''} ${project.id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
