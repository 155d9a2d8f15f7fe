import { useCallback, useState } from 'react';

/** All notes open or all cut, and the few that differ. */
export function useExpansion() {
  const [state, setState] = useState<{ all: boolean; except: ReadonlySet<string> }>({ all: false, except: new Set() });
  const toggle = useCallback(
    (id: string) =>
      setState(({ all, except }) => {
        const next = new Set(except);
        if (!next.delete(id)) next.add(id);
        return { all, except: next };
      }),
    [],
  );
  return {
    isAllOpen: state.all,
    isOpen: (id: string) => state.all !== state.except.has(id),
    toggle,
    toggleAll: () => setState(({ all }) => ({ all: !all, except: new Set() })),
  };
}
