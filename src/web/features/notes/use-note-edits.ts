import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { listNoteChanges, type NoteChange, subscribeNoteChanges } from './note-changes.ts';
import { type NoteEdits, noteEdits } from './note-edits.ts';

export function useNoteEdits(projectId: string): {
  edits: NoteEdits;
  /** Pending optimistic updates. */
  changes: readonly NoteChange[];
} {
  const cache = useQueryClient();
  const edits = useMemo(() => noteEdits(cache, projectId), [cache, projectId]);
  const changes = useSyncExternalStore(subscribeNoteChanges, () => listNoteChanges(cache, projectId));
  return { edits, changes };
}
