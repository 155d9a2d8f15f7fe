import type { ProjectSummary } from '#contract/project.ts';
import { useSearch } from '#web/lib/use-search.ts';
import { useTyped } from '#web/lib/use-typed.ts';

export type StatusFilter = 'all' | 'active' | 'archived';

const isStatus = (value: string | null): value is StatusFilter => value === 'active' || value === 'archived';

/** The filter is in the search parameters, so that a copied link shows the same projects. */
export function useProjectFilter() {
  const [search, set] = useSearch();
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
    // Opening pushes a history entry, so that Back closes; closing replaces it, so that Back does not reopen.
    setCreating: (on: boolean) => set({ new: on ? '1' : '' }, { isStep: on }),
  };
}

export function filterProjects(projects: readonly ProjectSummary[], q: string, status: StatusFilter) {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return projects.filter((project) => {
    if (status !== 'all' && project.status !== status) return false;
    const text = `${project.name} ${project.description ?? ''} ${project.id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
