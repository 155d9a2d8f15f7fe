import type { Note } from '#contract/note.ts';
import { compareNotes } from '#web/lib/live/live-notes.ts';
import { firstId, currentId } from '#web/lib/live/new-rows.ts';
import { patchStore } from '#web/lib/live/patch-store.ts';

/** A change of one note that is not confirmed yet. It is laid over the lists, never written into them. */
export interface NoteChange {
  /** The id the note was first shown under. */
  id: string;
  fields?: Partial<Note>;
  /** What is shown where the lists do not have the note. */
  row?: Note;
  /** Given for a note that is being added. */
  adds?: {
    /** The newest note before it: whatever the server makes of it is newer. */
    after: Note | undefined;
    /** The note it takes the place of, by the id that one was first shown under. */
    supersedes: string | undefined;
  };
}

const store = patchStore<NoteChange>();
export const listNoteChanges = store.list;
export const subscribeNoteChanges = store.subscribe;
export const addNoteChange = store.add;

/** A list as it is shown: what is confirmed, with what is pending over it. Notes without a change stay the same objects. */
export function overlayNotes(
  notes: readonly Note[],
  changes: readonly NoteChange[],
  taskId: string | undefined,
): readonly Note[] {
  if (changes.length === 0) return notes;
  const told = toldBeforeAnswer(notes, changes);
  const shown = new Map(notes.filter((note) => !told.has(note)).map((note) => [firstId(note.id), note]));
  for (const { id, fields, row, adds } of changes) {
    const note = shown.get(id) ?? (row && { ...row, id: currentId(row.id) as Note['id'] });
    if (note && (taskId === undefined || note.task_id === taskId)) shown.set(id, { ...note, ...fields });
    const replaced = adds?.supersedes === undefined ? undefined : shown.get(adds.supersedes);
    if (note && replaced) shown.set(firstId(replaced.id), { ...replaced, superseded_by_id: note.id });
  }
  return [...shown.values()].filter((note) => note.deleted_at === null).toSorted(compareNotes);
}

/** The feed may tell of a note before the answer does, which alone says whose it is: it would stand beside its own draft. */
function toldBeforeAnswer(notes: readonly Note[], changes: readonly NoteChange[]) {
  const told = new Set<Note>();
  for (const { row, adds } of changes) {
    if (!row || !adds) continue;
    const isOwn = (note: Note) =>
      !told.has(note) &&
      firstId(note.id) === note.id &&
      (adds.after === undefined || compareNotes(note, adds.after) < 0) &&
      isSameNote(note, row);
    const own = notes.find(isOwn);
    if (own) told.add(own);
  }
  return told;
}

/** What a draft replaces may have been a draft itself, which the server has named since. */
const isSameNote = (saved: Note, draft: Note) =>
  saved.author.id === draft.author.id &&
  saved.type === draft.type &&
  saved.task_id === draft.task_id &&
  firstId(saved.supersedes_id ?? '') === firstId(draft.supersedes_id ?? '') &&
  saved.body.trim() === draft.body.trim();
