import { useCallback, useState } from 'react';
import { firstId } from '#web/lib/live/new-rows.ts';

/** Expanded or collapsed as a whole, plus a set of exceptions. */
export function useExpansion() {
  const [state, setState] = useState<{ all: boolean; except: ReadonlySet<string> }>({ all: false, except: new Set() });
  const toggle = useCallback(
    (id: string) =>
      setState(({ all, except }) => {
        const next = new Set(except);
        if (!next.delete(firstId(id))) next.add(firstId(id));
        return { all, except: next };
      }),
    [],
  );
  return {
    isAllOpen: state.all,
    isOpen: (id: string) => state.all !== state.except.has(firstId(id)),
    toggle,
    toggleAll: () => setState(({ all }) => ({ all: !all, except: new Set() })),
  };
}
