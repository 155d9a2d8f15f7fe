import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { Note, NoteType } from '#contract/note.ts';
import { firstId } from '#web/lib/live/new-rows.ts';
import type { SeenText } from './seen-text.ts';

/** How a note is being rewritten: in place, or by another that takes its place. */
export interface Rewriting {
  mode: 'edit' | 'replace';
  type: NoteType;
  text: string;
  /** What the writing began with; none once the writer was told that the note has changed since. */
  seen: SeenText | undefined;
}

export const startRewriting = (note: Note, mode: Rewriting['mode']): Rewriting => ({
  mode,
  type: note.type,
  text: note.body,
  seen: note,
});

/** By the id a note was first shown under. What is being written survives a look at another list. */
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
    /** It was there before the card was: nobody has asked for it just now. */
    isBack,
    /** Leaves alone what is already being written. */
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
