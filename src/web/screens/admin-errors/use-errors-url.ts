import { readFilter, readPage } from '#web/features/admin-system/index.ts';
import { useSearch } from '#web/lib/use-search.ts';

/** Filters, page and the open error live in the address, so that a copied link shows the same. */
export function useErrorsUrl() {
  const [search, set] = useSearch();
  return {
    filter: readFilter(search),
    page: readPage(search),
    opened: search.get('error') ?? undefined,
    /** Another filter starts at its first page. */
    setFilter: (name: 'level' | 'category' | 'status', value: string) => set({ [name]: value, page: '' }),
    showAll: () => set({ level: '', category: '', status: 'all', page: '' }, { isStep: true }),
    setPage: (page: number) => set({ page: page === 1 ? '' : String(page) }, { isStep: true }),
    // Opening is a step one can go back from; closing is not one to come back to.
    open: (id: string) => set({ error: id }, { isStep: true }),
    close: () => set({ error: '' }),
  };
}
