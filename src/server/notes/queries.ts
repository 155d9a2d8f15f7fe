import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { NOTES_PAGE } from '#contract/constants.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Note, listNotes as endpoint } from '#contract/note.ts';
import { isLineId, momentOfLine } from '#contract/status-lines.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { notes, projects } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { type WritableProject, proveRole, requireProject, requireWritable } from '#server/projects/index.ts';
import { type Position, listLines } from './list-lines.ts';
import { presentNote } from './present.ts';
import { noteColumns, type NoteRow } from './note-row.ts';

/**
 * The notes of one of the caller's projects, newest first with keyset pagination, merged with the status lines that are
 * derived from the feed.
 */
export async function listNotes(
  ctx: Context,
  input: InputOf<typeof endpoint>,
  { withLines = true }: { withLines?: boolean } = {},
): Promise<Note[]> {
  const project = await requireProject(ctx, input.id);
  const limit = input.limit ?? NOTES_PAGE;
  const from = input.cursor ?? input.before;
  const behind = from === undefined ? undefined : await findPosition(ctx.db, project.id, from);
  if (from !== undefined && behind === undefined) return cutPage<Note>([], limit, ({ id }) => id);
  const rows = await ctx.db
    .select(noteColumns)
    .from(notes)
    .where(
      and(
        eq(notes.projectId, project.id),
        isNull(notes.deletedAt),
        input.task_id === undefined ? undefined : eq(notes.taskId, input.task_id),
        behind && sql`(${notes.createdAt}, ${notes.id}) < (${behind.at.toISOString()}, ${behind.id})`,
      ),
    )
    .orderBy(desc(notes.createdAt), desc(notes.id))
    .limit(rowsFor(limit));
  if (!withLines) return cutPage(rows.map(presentNote), limit, ({ id }) => id);
  const until = rows.length > limit ? rows.at(-1)?.createdAt : undefined;
  const lines = await listLines(ctx.db, project.id, { taskId: input.task_id, behind, until, limit: rowsFor(limit) });
  const merged = [...rows.map(presentNote), ...lines].toSorted(byNewest);
  return cutPage(merged.slice(0, rowsFor(limit)), limit, ({ id }) => id);
}

const byNewest = (a: Note, b: Note): number => {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
};

/** The cursor for a note or line; undefined for an unknown note. */
async function findPosition(db: Database, projectId: Id, id: Id): Promise<Position | undefined> {
  if (isLineId(id)) return { at: momentOfLine(id), id };
  const ofProject = and(eq(notes.id, id), eq(notes.projectId, projectId));
  const [row] = await db.select({ at: notes.createdAt }).from(notes).where(ofProject);
  return row && { at: row.at, id };
}

/** Ids of all notes that are not deleted, oldest first: an export then reads them page by page. */
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

export async function listAllNotes(db: Database | Tx, projectId: Id): Promise<Note[]> {
  const rows = await db
    .select(noteColumns)
    .from(notes)
    .where(and(eq(notes.projectId, projectId), isNull(notes.deletedAt)))
    .orderBy(notes.createdAt, notes.id);
  return rows.map(presentNote);
}

/** A note of the caller's with a row lock; another user's is NOT_FOUND like a missing one. */
export async function requireNote(
  ctx: Context,
  tx: Database | Tx,
  id: Id,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<{ note: NoteRow; project: WritableProject }> {
  requireWritten(id);
  const [row] = await tx
    .select({ note: noteColumns, project: projects })
    .from(notes)
    .innerJoin(projects, eq(projects.id, notes.projectId))
    .where(eq(notes.id, id))
    .for('update', { of: notes });
  const project = await proveRole(ctx, tx, row?.project, 'The note');
  if (row === undefined || (row.note.deletedAt !== null) !== deleted) throw notFound('The note');
  return { note: row.note, project: await requireWritable(ctx, tx, project) };
}

/** Status lines are derived and cannot be edited. */
export function requireWritten(id: Id): void {
  if (isLineId(id))
    throw new AppError(
      'CONFLICT',
      'This line tells of a change that was made: it cannot be changed, replaced or deleted. Write a note beside it.',
    );
}
