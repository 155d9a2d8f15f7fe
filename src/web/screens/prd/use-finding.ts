import { useMemo, useState } from 'react';
import { findBlocks, type ShownReading } from '#web/features/prd/index.ts';

export function useFinding(reading: ShownReading, goTo: (line: number) => void) {
  const [words, setWords] = useState<string>();
  const [at, setAt] = useState(0);
  const found = useMemo(() => findBlocks(reading, words ?? ''), [reading, words]);
  const go = (next: number, lines: readonly number[]) => {
    setAt(next);
    const line = lines[next];
    if (line !== undefined) goTo(line);
  };
  return {
    isOpen: words !== undefined,
    words: words ?? '',
    at: Math.min(at, Math.max(0, found.length - 1)),
    found: found.length,
    open: () => setWords((before) => before ?? ''),
    close: () => setWords(undefined),
    type: (next: string) => {
      setWords(next);
      go(0, findBlocks(reading, next));
    },
    step: (by: 1 | -1) => found.length > 0 && go((at + by + found.length) % found.length, found),
  };
}
