import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Note, updateNote as endpoint } from '#contract/note.ts';
import type { Context } from '#server/platform/context.ts';
import { notes } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { presentNote } from './present.ts';
import { requireNote } from './queries.ts';
import { noteColumns } from './note-row.ts';

/** Changes a note's text, type or pin; omitted fields keep their value. */
export async function updateNote(ctx: Context, input: InputOf<typeof endpoint>): Promise<Note> {
  return change(ctx, async (tx, emit) => {
    const { note, project } = await requireNote(ctx, tx, input.id);
    if (input.base_updated_at !== undefined && Date.parse(input.base_updated_at) !== note.updatedAt.getTime())
      throw new AppError(
        'CONFLICT',
        'The note was changed meanwhile. Your text was not saved: look at the new one first.',
        {
          code: 'EDIT_CONFLICT',
        },
      );
    const { type, body, pinned } = input;
    // Pinning does not count as an edit.
    const isEdit = (body !== undefined && body !== note.body) || (type !== undefined && type !== note.type);
    const [row] = await tx
      .update(notes)
      .set({
        ...(type === undefined ? {} : { type }),
        ...(body === undefined ? {} : { body }),
        pinned: pinned ?? note.pinned,
        ...(isEdit ? { updatedAt: ctx.now() } : {}),
      })
      .where(eq(notes.id, note.id))
      .returning(noteColumns);
    if (row === undefined) throw new Error('the note was not updated');
    const shown = presentNote(row);
    emit(`project:${project.id}`, 'note.updated', shown);
    return shown;
  });
}
