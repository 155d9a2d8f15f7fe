import { useEffect, useRef, useState } from 'react';

const PAUSE = 250;

/** State of a search box: written to the address after a debounce, and overwritten by other navigations (Back). */
export function useTypedSearch(inAddress: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  if (inAddress !== seen) {
    setSeen(inAddress);
    // Our own write, rendered late, must not undo letters typed since.
    if (inAddress !== sent) {
      setText(inAddress);
      setSent(inAddress);
    }
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      search.current(wanted);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [wanted, sent]);
  return [text, setText] as const;
}
