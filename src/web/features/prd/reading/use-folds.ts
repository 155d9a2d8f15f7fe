import { useMemo, useState } from 'react';
import type { ShownReading } from '../document/shown-reading.ts';
import { allFolds, type Folds, startFolds, unfoldLine } from '../rows/start-folds.ts';

const NONE: Folds = new Set();

/** Collapsed sections: a default by document length, then what the person has changed. */
export function useFolds(reading: ShownReading) {
  const [folds, setFolds] = useState<Folds>();
  const isRead = reading.counts !== undefined;
  // Only the first reading sets the default: later edits of the text do not change what is collapsed.
  if (folds === undefined && isRead) setFolds(startFolds(reading));
  const now = folds ?? NONE;
  const all = useMemo(() => allFolds(reading), [reading]);
  const isAllFolded = all.size > 0 && [...all].every((line) => now.has(line));
  return {
    folds: now,
    canFold: all.size > 0,
    isAllFolded,
    fold: (line: number, folded: boolean) =>
      setFolds((before = NONE) =>
        folded ? new Set([...before, line]) : new Set([...before].filter((at) => at !== line)),
      ),
    toggleAll: () => setFolds(isAllFolded ? NONE : all),
    reveal: (line: number) => setFolds((before = NONE) => unfoldLine(reading, before, line)),
  };
}
