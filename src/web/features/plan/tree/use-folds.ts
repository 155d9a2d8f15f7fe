import { useEffect, useState } from 'react';
import { deviceStore } from '#web/lib/browser-store.ts';
import { ALL_FOLDED, ALL_OPEN, type Folds, readFolds, setFolded, writeFolds } from './folds.ts';

const keyOf = (projectId: string) => `baton-folds:${projectId}`;

interface Kept {
  projectId: string;
  folds: Folds;
  /** Since it was read. */
  isChanged: boolean;
}

const readKept = (projectId: string): Kept => ({
  projectId,
  folds: readFolds(deviceStore.read(keyOf(projectId))),
  isChanged: false,
});

export interface FoldControl {
  folds: Folds;
  setFolded: (ids: Iterable<string>, folded: boolean) => void;
  foldAll: () => void;
  unfoldAll: () => void;
}

/**
 * Collapsed branches, persisted per project on this device. A filter expands the path to its matches: while `filterKey`
 * is set, the state is separate, and reset when the filter changes.
 */
export function useFolds(projectId: string, filterKey: string): FoldControl {
  const [kept, setKept] = useState(() => readKept(projectId));
  const [transient, setTransient] = useState({ filterKey, folds: ALL_OPEN });
  if (kept.projectId !== projectId) setKept(readKept(projectId));
  if (transient.filterKey !== filterKey) setTransient({ filterKey, folds: ALL_OPEN });
  // Not in the state updater, which has to be pure: React may call it more than once.
  useEffect(() => {
    if (kept.isChanged) deviceStore.write(keyOf(kept.projectId), writeFolds(kept.folds));
  }, [kept]);

  const change = (next: (folds: Folds) => Folds) => {
    if (filterKey !== '') {
      setTransient((before) => ({ ...before, folds: next(before.folds) }));
      return;
    }
    setKept((before) => {
      const folds = next(before.folds);
      return folds === before.folds ? before : { ...before, folds, isChanged: true };
    });
  };
  return {
    folds: filterKey === '' ? kept.folds : transient.folds,
    setFolded: (ids, folded) => change((folds) => setFolded(folds, ids, folded)),
    foldAll: () => change(() => ALL_FOLDED),
    unfoldAll: () => change(() => ALL_OPEN),
  };
}
