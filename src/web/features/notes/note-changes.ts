import type { Note } from '#contract/note.ts';
import { compareNotes } from '#web/lib/live/live-notes.ts';
import { firstId, currentId } from '#web/lib/live/new-rows.ts';
import { patchStore } from '#web/lib/live/patch-store.ts';

/** A pending optimistic update of one note. It is overlaid on the cached lists, never written into them. */
export interface NoteChange {
  /** The id the note was first shown under. */
  id: string;
  fields?: Partial<Note>;
  /** Shown if the lists do not have the note. */
  row?: Note;
  adds?: {
    /** The newest note at the time: the saved note will sort before it. */
    after: Note | undefined;
    /** First id of the note it supersedes. */
    supersedes: string | undefined;
  };
}

const store = patchStore<NoteChange>();
export const listNoteChanges = store.list;
export const subscribeNoteChanges = store.subscribe;
export const addNoteChange = store.add;

/** Overlays pending changes on the confirmed notes. Notes without a change keep reference equality. */
export function overlayNotes(
  notes: readonly Note[],
  changes: readonly NoteChange[],
  taskId: string | undefined,
): readonly Note[] {
  if (changes.length === 0) return notes;
  const delivered = deliveredBeforeResponse(notes, changes);
  const shown = new Map(notes.filter((note) => !delivered.has(note)).map((note) => [firstId(note.id), note]));
  for (const { id, fields, row, adds } of changes) {
    const note = shown.get(id) ?? (row && { ...row, id: currentId(row.id) as Note['id'] });
    if (note && (taskId === undefined || note.task_id === taskId)) shown.set(id, { ...note, ...fields });
    const replaced = adds?.supersedes === undefined ? undefined : shown.get(adds.supersedes);
    if (note && replaced) shown.set(firstId(replaced.id), { ...replaced, superseded_by_id: note.id });
  }
  return [...shown.values()].filter((note) => note.deleted_at === null).toSorted(compareNotes);
}

/**
 * The feed may deliver a new note before the response to the POST does (race condition). Only the response maps the
 * draft to its server id, so until then the delivered note is hidden, or it would be shown beside its own draft.
 */
function deliveredBeforeResponse(notes: readonly Note[], changes: readonly NoteChange[]) {
  const delivered = new Set<Note>();
  for (const { row, adds } of changes) {
    if (!row || !adds) continue;
    const isOwn = (note: Note) =>
      !delivered.has(note) &&
      firstId(note.id) === note.id &&
      (adds.after === undefined || compareNotes(note, adds.after) < 0) &&
      isSameNote(note, row);
    const own = notes.find(isOwn);
    if (own) delivered.add(own);
  }
  return delivered;
}

/** A superseded note may have been a draft too and have its server id by now, so first ids are compared. */
const isSameNote = (saved: Note, draft: Note) =>
  saved.author.id === draft.author.id &&
  saved.type === draft.type &&
  saved.task_id === draft.task_id &&
  firstId(saved.supersedes_id ?? '') === firstId(draft.supersedes_id ?? '') &&
  saved.body.trim() === draft.body.trim();
