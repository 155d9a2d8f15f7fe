import type { Id } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import type { PlanOp } from '#contract/tools.ts';
import { requireNote, updateNote, writeNote } from '#server/notes/index.ts';
import { notFound } from '#server/platform/error.ts';
import type { Editing } from './open-editing.ts';

type OpNote = NonNullable<PlanOp['notes']>[number];

const TYPES: Record<NonNullable<OpNote['type']>, NoteType> = {
  progress: 'PROGRESS',
  finding: 'FINDING',
  context: 'CONTEXT',
  files: 'FILE_LIST',
};

/** Notes of an edit: new ones are added, those with an id are updated. */
export async function takeNotes(editing: Editing, taskId: Id, notes: readonly OpNote[]): Promise<void> {
  const { ctx, tx, emit, project } = editing;
  for (const { id, type, body } of notes) {
    const kind = type === undefined ? undefined : TYPES[type];
    if (id === undefined) {
      await writeNote(ctx, tx, emit, { projectId: project.id, taskId, type: kind ?? 'PROGRESS', body });
      continue;
    }
    const { note } = await requireNote(ctx, tx, id);
    if (note.taskId !== taskId) throw notFound('The note');
    await updateNote(ctx, { id, body, ...(kind === undefined ? {} : { type: kind }) });
  }
}

/** "1 note", "2 notes". */
export const sayNotes = (notes: readonly OpNote[]): string =>
  `${notes.length} ${notes.length === 1 ? 'note' : 'notes'}`;
