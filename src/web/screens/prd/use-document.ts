import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, readDraft, writeDraft } from './draft.ts';

const PAUSE = 300;

/** As much of the stored PRD as the text is held against. */
type Stored = Draft | undefined;

export interface PrdDocument extends Draft {
  /** Something here is not stored on the server. */
  isUnsaved: boolean;
  /** The draft is safe on this device. */
  isKept: boolean;
  change: (draft: Draft) => void;
  /** Goes back to what is stored; what it replaces can be put back by a change. */
  discard: () => void;
  /** The text has been stored: it needs no keeping here, unless somebody wrote on. */
  settle: (stored: string) => void;
}

/**
 * The text that is worked on: what was written in this browser, or what is stored. Written down when the typing pauses,
 * and before the page goes away.
 */
export function useDocument(projectId: string, stored: Stored): PrdDocument {
  const [draft, setDraft] = useState(() => readDraft(projectId));
  const [isKept, setKept] = useState(true);
  const unwritten = useRef<{ draft: Draft | undefined }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    if (!unwritten.current) return;
    setKept(writeDraft(projectId, unwritten.current.draft));
    unwritten.current = undefined;
  }, [projectId]);

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  const put = (next: Draft | undefined) => {
    unwritten.current = { draft: next };
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(flush, PAUSE);
  };
  const isUnsaved = draft !== undefined && draft.content !== (stored?.content ?? '');
  const { content, filename } = isUnsaved ? draft : (stored ?? { content: '', filename: '' });
  return {
    content,
    filename,
    isUnsaved,
    isKept,
    change: put,
    discard: () => put(undefined),
    settle: (saved) => draft?.content === saved && put(undefined),
  };
}
