import { useState } from 'react';
import { deviceStore } from '#web/lib/browser-store.ts';
import { ALL_FOLDED, ALL_OPEN, type Folds, readFolds, setFolded, writeFolds } from './folds.ts';

const keyOf = (projectId: string) => `baton-folds:${projectId}`;

export interface FoldControl {
  folds: Folds;
  setFolded: (ids: Iterable<string>, folded: boolean) => void;
  foldAll: () => void;
  unfoldAll: () => void;
}

/**
 * Which branches are folded, kept per project in this browser. A filter opens the way to what it finds: while `filterKey`
 * is set, folding counts for that filter only and is forgotten with it.
 */
export function useFolds(projectId: string, filterKey: string): FoldControl {
  const [kept, setKept] = useState(() => ({ projectId, folds: readFolds(deviceStore.read(keyOf(projectId))) }));
  const [passing, setPassing] = useState({ filterKey, folds: ALL_OPEN });
  if (kept.projectId !== projectId) {
    setKept({ projectId, folds: readFolds(deviceStore.read(keyOf(projectId))) });
  }
  if (passing.filterKey !== filterKey) setPassing({ filterKey, folds: ALL_OPEN });

  const change = (next: (folds: Folds) => Folds) => {
    if (filterKey !== '') {
      setPassing((before) => ({ ...before, folds: next(before.folds) }));
      return;
    }
    setKept((before) => {
      const folds = next(before.folds);
      if (folds !== before.folds) deviceStore.write(keyOf(before.projectId), writeFolds(folds));
      return folds === before.folds ? before : { ...before, folds };
    });
  };
  return {
    folds: filterKey === '' ? kept.folds : passing.folds,
    setFolded: (ids, folded) => change((folds) => setFolded(folds, ids, folded)),
    foldAll: () => change(() => ALL_FOLDED),
    unfoldAll: () => change(() => ALL_OPEN),
  };
}
