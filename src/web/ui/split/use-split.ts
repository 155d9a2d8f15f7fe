import { useState } from 'react';
import { readSplit, type SplitState, writeSplit } from './split-state.ts';

interface Store {
  read: (key: string) => string | null;
  write: (key: string, value: string) => unknown;
}

/** State of a split, persisted in the given store. */
export function useSplit(store: Store, key: string) {
  const [state, setState] = useState(() => readSplit(store.read(key)));
  const change = (next: SplitState, settled = true) => {
    setState(next);
    if (settled) store.write(key, writeSplit(next));
  };
  return [state, change] as const;
}
