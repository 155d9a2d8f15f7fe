import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { notes } from '#server/platform/db/tables/index.ts';
import { type Emit, change } from '#server/platform/feed.ts';
import { presentNote } from './present.ts';
import { type NoteRow, noteColumns, requireNote } from './queries.ts';

/** Takes a note out of sight; the row stays, so that it can be brought back. */
export const deleteNote = (ctx: Context, input: { id: Id }): Promise<Note> => setDeleted(ctx, input.id, true);

/** Brings a deleted note back as it was. */
export const undeleteNote = (ctx: Context, input: { id: Id }): Promise<Note> => setDeleted(ctx, input.id, false);

function setDeleted(ctx: Context, id: Id, deleted: boolean): Promise<Note> {
  return change(ctx, async (tx, emit) => {
    const { note, project } = await requireNote(ctx, tx, id, { deleted: !deleted });
    const [row] = await tx
      .update(notes)
      .set({ deletedAt: deleted ? ctx.now() : null })
      .where(eq(notes.id, note.id))
      .returning(noteColumns);
    if (row === undefined) throw new Error('the note was not changed');
    const relinked = await relink(tx, emit, row, deleted);
    const shown = presentNote(relinked);
    emit(`project:${project.id}`, deleted ? 'note.deleted' : 'note.created', shown);
    return shown;
  });
}

/** A note whose successor is deleted holds again; the successor that comes back finds its place only if it is still free. */
async function relink(tx: Tx, emit: Emit, note: NoteRow, deleted: boolean): Promise<NoteRow> {
  if (note.supersedesId === null) return note;
  const place = deleted ? eq(notes.supersededById, note.id) : isNull(notes.supersededById);
  const [older] = await tx
    .update(notes)
    .set({ supersededById: deleted ? null : note.id })
    .where(and(eq(notes.id, note.supersedesId), place))
    .returning(noteColumns);
  if (older !== undefined) emit(`project:${note.projectId}`, 'note.updated', presentNote(older));
  if (deleted || older !== undefined) return note;
  const [alone] = await tx
    .update(notes)
    .set({ supersedesId: null })
    .where(eq(notes.id, note.id))
    .returning(noteColumns);
  return alone ?? note;
}
