import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Search parameters; an empty value removes one. */
type Changes = Readonly<Record<string, string>>;
/** A function gets the latest requested parameters, which may not be rendered yet. */
type Wish = Changes | ((wanted: URLSearchParams) => Changes);

export function withChanges(search: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Screen state in the search parameters, so that a copied link shows the same. A change replaces or pushes a history entry. */
export function useSearch() {
  const [search, setSearch] = useSearchParams();
  // The rendered parameters may lag behind the requested ones: a change builds on the requested ones.
  const wanted = useRef(search);
  const asked = useRef<string[]>([]);
  useEffect(() => {
    // Renders of our own requests may arrive after later requests: only a navigation from elsewhere resets `wanted`.
    const own = asked.current.lastIndexOf(search.toString());
    asked.current = own < 0 ? [] : asked.current.slice(own + 1);
    if (own < 0) wanted.current = search;
  }, [search]);
  const change = useCallback(
    (wish: Wish, { isStep = false, toTop = false }: { isStep?: boolean; toTop?: boolean } = {}) => {
      const changes = typeof wish === 'function' ? wish(wanted.current) : wish;
      wanted.current = withChanges(wanted.current, changes);
      asked.current.push(wanted.current.toString());
      setSearch(wanted.current, { replace: !isStep, preventScrollReset: !toTop });
    },
    [setSearch],
  );
  return [search, change] as const;
}
