import { useEffect } from 'react';
import { SEARCH_QUERY_MAX } from '#contract/constants.ts';
import type { CallStatus } from '#web/features/admin-system/index.ts';
import { useSearch } from '#web/lib/use-search.ts';
import { useTyped } from '#web/lib/use-typed.ts';

const WAIT = 300;

export const STATUS_OPTIONS: readonly { value: CallStatus; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'success', label: 'Success' },
  { value: 'errors', label: 'Errors' },
];

/** Search and filter are in the search parameters; typing is debounced. */
export function useLogsUrl() {
  const [params, set] = useSearch();
  const search = params.get('q') ?? '';
  const status = STATUS_OPTIONS.find(({ value }) => value === params.get('status'))?.value ?? 'all';
  const [typed, setTyped] = useDebouncedWrite(search, (text) => set({ q: text }));
  return {
    filter: { search: search.slice(0, SEARCH_QUERY_MAX), status },
    typed,
    setTyped,
    /** Pushes a history entry, so that Back restores the filter. */
    showAll: () => set({ q: '', status: '' }, { isStep: true }),
    setStatus: (next: CallStatus) => set({ status: next === 'all' ? '' : next }),
  };
}

/** Debounces the write to the address. */
function useDebouncedWrite(inAddress: string, write: (text: string) => void) {
  const [typed, setTyped] = useTyped(inAddress);
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === inAddress) return undefined;
    const timer = setTimeout(() => write(wanted), WAIT);
    return () => clearTimeout(timer);
  });
  return [typed, setTyped] as const;
}
