import { useSearchParams } from 'react-router';
import { readFilter, readPage } from '#web/features/admin-system/index.ts';

/** Filters, page and the open error live in the address, so that a copied link shows the same. */
export function useErrorsUrl() {
  const [search, setSearch] = useSearchParams();
  const set = (changes: Record<string, string | undefined>, replace: boolean) =>
    setSearch(
      (params) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) params.delete(name);
          else params.set(name, value);
        }
        return params;
      },
      { replace, preventScrollReset: true },
    );
  return {
    filter: readFilter(search),
    page: readPage(search),
    opened: search.get('error') ?? undefined,
    /** Another filter starts at its first page. */
    setFilter: (name: 'level' | 'category' | 'status', value: string) => set({ [name]: value, page: undefined }, true),
    showAll: () => set({ level: undefined, category: undefined, status: 'all', page: undefined }, false),
    setPage: (page: number) => set({ page: page === 1 ? undefined : String(page) }, false),
    // Opening is a step one can go back from; closing is not one to come back to.
    open: (id: string) => set({ error: id }, false),
    close: () => set({ error: undefined }, true),
  };
}
