import { useCallback, useEffect, useRef, useState } from 'react';
import { type Draft, readDraft, writeDraft } from '#web/features/prd/index.ts';

const PAUSE = 300;

type Stored = Draft | undefined;

export interface PrdDocument extends Draft {
  /** The text differs from the stored one. */
  isUnsaved: boolean;
  /** The last write to local storage succeeded. */
  isKept: boolean;
  change: (draft: Draft) => void;
  /** Reverts to the stored text. */
  discard: () => void;
  /** After a save: deletes the local draft, unless it was changed since. */
  settle: (stored: string) => void;
}

/** The local draft, or what is stored. Writes are debounced, and flushed on pagehide and unmount. */
export function useDocument(projectId: string, stored: Stored): PrdDocument {
  const [draft, setDraft] = useState(() => readDraft(projectId));
  /** For callbacks that outlive their render, where `draft` would be stale. */
  const newest = useRef(draft);
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
    newest.current = next;
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
    settle: (saved) => newest.current?.content === saved && put(undefined),
  };
}
