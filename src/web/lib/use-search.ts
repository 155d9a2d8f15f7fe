import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** Parameters of an address; an empty one is left out. */
type Changes = Readonly<Record<string, string>>;
/** What depends on the parameters is told them as they were last wanted, drawn or not. */
type Wish = Changes | ((wanted: URLSearchParams) => Changes);

export function withChanges(search: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What a screen keeps in its address, so that a copied link shows the same. A change is a step to go back from, or none. */
export function useSearch() {
  const [search, setSearch] = useSearchParams();
  // What is drawn may be a step behind what was done: the next step builds on what was done.
  const wanted = useRef(search);
  const asked = useRef<string[]>([]);
  useEffect(() => {
    // One's own step may be drawn after the next was done: only an address from elsewhere is news.
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
