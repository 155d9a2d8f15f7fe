import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { createPlace, nextStop, type ShownReading, type Target, unsureStops } from '#web/features/prd/index.ts';

function lineOf(hash: string): number | undefined {
  const line = /^#L(\d{1,8})$/.exec(hash)?.[1];
  return line === undefined ? undefined : Number(line);
}

interface Places {
  reading: ShownReading;
  isRead: boolean;
  /** Shows the document and expands the sections around the line. */
  reveal: (line: number) => void;
}

/** Current position in the document, and navigation to others. */
export function usePlaces({ reading, isRead, reveal }: Places) {
  const [target, setTarget] = useState<Target>();
  const [place] = useState(createPlace);
  const current = useRef(0);
  const { hash, key } = useLocation();

  const goTo = (next: Target) => {
    reveal(next.line);
    setTarget(next);
  };
  const latest = useRef(goTo);
  useEffect(() => {
    latest.current = goTo;
  });
  useEffect(() => {
    const line = lineOf(hash);
    if (line !== undefined && isRead) latest.current({ line, focus: false, light: true });
    // `key` changes with every navigation: a second click on the same link jumps again.
  }, [hash, key, isRead]);

  const onCurrent = useCallback((line: number) => {
    current.current = line;
  }, []);
  const nextUnsure = (by: 1 | -1) => {
    const line = nextStop(unsureStops(reading), current.current, by);
    if (line === undefined) return false;
    goTo({ line, focus: true });
    return true;
  };
  return { target, place, goTo, nextUnsure, onCurrent };
}
