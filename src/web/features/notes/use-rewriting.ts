import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { Note, NoteType } from '#contract/note.ts';
import { firstId } from '#web/lib/live/new-rows.ts';
import type { SeenText } from './seen-text.ts';

/** An open editor of a note: in place, or for a note that supersedes it. */
export interface Rewriting {
  mode: 'edit' | 'replace';
  type: NoteType;
  text: string;
  /** The version the edit is based on; undefined once a conflict was shown. */
  seen: SeenText | undefined;
}

export const startRewriting = (note: Note, mode: Rewriting['mode']): Rewriting => ({
  mode,
  type: note.type,
  text: note.body,
  seen: note,
});

/** By first id. Outside the component, so that unsaved text survives an unmount of the card. */
const kept = new WeakMap<QueryClient, Map<string, Rewriting>>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function keep(cache: QueryClient, id: string, next: Rewriting | undefined) {
  const ofCache = kept.get(cache) ?? new Map<string, Rewriting>();
  kept.set(cache, ofCache);
  if (next) ofCache.set(id, next);
  else ofCache.delete(id);
  for (const listener of listeners) listener();
}

export function useRewriting(noteId: string) {
  const cache = useQueryClient();
  const id = firstId(noteId);
  const now = () => kept.get(cache)?.get(id);
  const rewriting = useSyncExternalStore(subscribe, now);
  const [isBack, setBack] = useState(rewriting !== undefined);
  return {
    rewriting,
    /** The editor was restored on mount, so it must not take the focus. */
    isBack,
    /** Keeps an editor that is already open. */
    open: (next: Rewriting) => {
      if (!now()) keep(cache, id, next);
    },
    write: (next: Rewriting) => keep(cache, id, next),
    close: () => {
      keep(cache, id, undefined);
      setBack(false);
    },
  };
}
