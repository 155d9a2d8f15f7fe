import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, readDraft, writeDraft } from './draft.ts';

const PAUSE = 300;

/** The project's draft in this browser. Written when the typing pauses, and before the page goes away. */
export function useDraft(projectId: string) {
  const [draft, setDraft] = useState(() => readDraft(projectId));
  const [kept, setKept] = useState(true);
  const unwritten = useRef<Draft | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (!unwritten.current) return;
    setKept(writeDraft(projectId, unwritten.current));
    unwritten.current = undefined;
  }, [projectId]);

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  const change = (next: Draft) => {
    unwritten.current = next;
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, PAUSE);
  };
  return { draft, change, kept };
}
