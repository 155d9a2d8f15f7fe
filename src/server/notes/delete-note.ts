import { and, eq, isNull, or } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { notes } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { presentNote } from './present.ts';
import { requireNote } from './queries.ts';
import { type NoteRow, noteColumns } from './note-row.ts';

/** Soft delete: the row stays, so that it can be undeleted. */
export const deleteNote = (ctx: Context, input: { id: Id }): Promise<Note> => setDeleted(ctx, input.id, true);

/** Undeletes a note. */
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
    if (deleted) await letGo(tx, emit, row);
    const shown = presentNote(deleted ? row : await findPlace(tx, emit, row));
    emit(`project:${project.id}`, deleted ? 'note.deleted' : 'note.created', shown);
    return shown;
  });
}

/**
 * Unlinks a deleted note from the chain of superseded notes: its predecessor is now superseded by its successor or,
 * without one, current again.
 */
async function letGo(tx: Tx, emit: Emit, note: NoteRow): Promise<void> {
  const rows = await tx
    .update(notes)
    .set({ supersededById: note.supersededById })
    .where(eq(notes.supersededById, note.id))
    .returning(noteColumns);
  tellLive(emit, rows);
}

/**
 * Relinks an undeleted note into the chain, unless its place was taken meanwhile. Where its predecessor is deleted, it
 * also supersedes that one's predecessor.
 */
async function findPlace(tx: Tx, emit: Emit, note: NoteRow): Promise<NoteRow> {
  if (note.supersedesId === null) return note;
  const { supersededById: next } = note;
  const isFree = or(isNull(notes.supersededById), next === null ? undefined : eq(notes.supersededById, next));
  const replaced: NoteRow[] = [];
  for (let olderId: string | null = note.supersedesId; olderId !== null;) {
    const [older]: NoteRow[] = await tx
      .update(notes)
      .set({ supersededById: note.id })
      .where(and(eq(notes.id, olderId), isFree))
      .returning(noteColumns);
    if (older !== undefined) replaced.push(older);
    olderId = older?.deletedAt ? older.supersedesId : null;
  }
  tellLive(emit, replaced);
  if (replaced.length > 0) return note;
  const [alone] = await tx
    .update(notes)
    .set({ supersedesId: null })
    .where(eq(notes.id, note.id))
    .returning(noteColumns);
  return alone ?? note;
}

function tellLive(emit: Emit, rows: readonly NoteRow[]): void {
  for (const row of rows)
    if (row.deletedAt === null) emit(`project:${row.projectId}`, 'note.updated', presentNote(row));
}
