import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { Context } from '#server/platform/context.ts';
import { notes } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { presentNote } from './present.ts';
import { noteColumns, requireNote } from './queries.ts';

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
    const shown = presentNote(row);
    emit(`project:${project.id}`, deleted ? 'note.deleted' : 'note.created', shown);
    return shown;
  });
}
