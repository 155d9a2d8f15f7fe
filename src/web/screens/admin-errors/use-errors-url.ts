import { readFilter, readPage } from '#web/features/admin-system/index.ts';
import { useSearch } from '#web/lib/use-search.ts';

/** Filters, page and the open error are in the search parameters, so that a copied link shows the same. */
export function useErrorsUrl() {
  const [search, set] = useSearch();
  return {
    filter: readFilter(search),
    page: readPage(search),
    opened: search.get('error') ?? undefined,
    /** Another filter resets the page. */
    setFilter: (name: 'level' | 'category' | 'status', value: string) => set({ [name]: value, page: '' }),
    showAll: () => set({ level: '', category: '', status: 'all', page: '' }, { isStep: true }),
    setPage: (page: number) => set({ page: page === 1 ? '' : String(page) }, { isStep: true }),
    // Opening pushes a history entry, so that Back closes; closing replaces it, so that Back does not reopen.
    open: (id: string) => set({ error: id }, { isStep: true }),
    close: () => set({ error: '' }),
  };
}
