import { type SQL, and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { NOTES_PAGE } from '#contract/constants.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Note, listNotes as endpoint } from '#contract/note.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { notes, projects } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { type WritableProject, proveOwned, requireProject, requireWritable } from '#server/projects/index.ts';
import { presentNote } from './present.ts';
import { noteColumns, type NoteRow } from './note-row.ts';

/** The notes of one of the caller's projects, newest first, a page at a time. */
export async function listNotes(ctx: Context, input: InputOf<typeof endpoint>): Promise<Note[]> {
  const project = await requireProject(ctx, input.id);
  const from = input.cursor ?? input.before;
  const limit = input.limit ?? NOTES_PAGE;
  const older: SQL | undefined =
    from === undefined
      ? undefined
      : sql`(${notes.createdAt}, ${notes.id}) < (select o.created_at, o.id from notes o where o.id = ${from} and o.project_id = ${project.id})`;
  const rows = await ctx.db
    .select(noteColumns)
    .from(notes)
    .where(
      and(
        eq(notes.projectId, project.id),
        isNull(notes.deletedAt),
        input.task_id === undefined ? undefined : eq(notes.taskId, input.task_id),
        older,
      ),
    )
    .orderBy(desc(notes.createdAt), desc(notes.id))
    .limit(rowsFor(limit));
  return cutPage(rows.map(presentNote), limit, ({ id }) => id);
}

/** Every note of a project, the deleted ones left out, oldest first: for an export, which reads them a page at a time. */
export const listNoteIds = (db: Database | Tx, projectId: Id): Promise<{ id: string }[]> =>
  db
    .select({ id: notes.id })
    .from(notes)
    .where(and(eq(notes.projectId, projectId), isNull(notes.deletedAt)))
    .orderBy(notes.createdAt, notes.id);

export async function readNotes(db: Database | Tx, ids: readonly Id[]): Promise<Note[]> {
  const rows = await db
    .select(noteColumns)
    .from(notes)
    .where(inArray(notes.id, [...ids]))
    .orderBy(notes.createdAt, notes.id);
  return rows.map(presentNote);
}

/** All of them at once. */
export async function listAllNotes(db: Database | Tx, projectId: Id): Promise<Note[]> {
  const rows = await db
    .select(noteColumns)
    .from(notes)
    .where(and(eq(notes.projectId, projectId), isNull(notes.deletedAt)))
    .orderBy(notes.createdAt, notes.id);
  return rows.map(presentNote);
}

/** A note of the caller's, held for a change until the transaction ends; another user's is as absent as a missing one. */
export async function requireNote(
  ctx: Context,
  tx: Database | Tx,
  id: Id,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<{ note: NoteRow; project: WritableProject }> {
  const [row] = await tx
    .select({ note: noteColumns, project: projects })
    .from(notes)
    .innerJoin(projects, eq(projects.id, notes.projectId))
    .where(eq(notes.id, id))
    .for('update', { of: notes });
  const project = proveOwned(ctx, row?.project, 'The note');
  if (row === undefined || (row.note.deletedAt !== null) !== deleted) throw notFound('The note');
  return { note: row.note, project: await requireWritable(ctx, tx, project) };
}
