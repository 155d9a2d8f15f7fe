import { useCallback, useMemo, useState } from 'react';

/** Which rows show their notes: none but the chosen ones, or all but the chosen ones. */
export function useUnfolded() {
  const [state, setState] = useState<{ isAll: boolean; others: ReadonlySet<string> }>({
    isAll: false,
    others: new Set(),
  });
  const { isAll, others } = state;
  const toggle = useCallback(
    (id: string) => setState((before) => ({ ...before, others: withToggled(before.others, id) })),
    [],
  );
  const toggleAll = useCallback(() => setState((before) => ({ isAll: !before.isAll, others: new Set() })), []);
  return useMemo(
    () => ({ isAll, isUnfolded: (id: string) => isAll !== others.has(id), toggle, toggleAll }),
    [isAll, others, toggle, toggleAll],
  );
}

function withToggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
