import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Note, NoteType } from '#contract/note.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { notes } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/feed.ts';
import { newId } from '#server/platform/id.ts';
import { presentNote } from './present.ts';
import { noteColumns } from './queries.ts';

export interface NewNote {
  projectId: Id;
  taskId: Id | null;
  type: NoteType;
  body: string;
  pinned?: boolean;
  isBroadcast?: boolean;
  supersedesId?: Id | undefined;
}

/** Adds a note and tells of it, inside a change that has proven the project. */
export async function writeNote(ctx: Context, tx: Tx, emit: Emit, fields: NewNote): Promise<Note> {
  const now = ctx.now();
  const { projectId, supersedesId } = fields;
  if (supersedesId !== undefined) await requireReplaceable(tx, projectId, supersedesId);
  const [row] = await tx
    .insert(notes)
    .values({ id: newId(now.getTime()), ...fields, author: presentActor(ctx.actor), createdAt: now, updatedAt: now })
    .returning(noteColumns);
  if (row === undefined) throw new Error('the note was not inserted');
  const note = presentNote(row);
  emit(`project:${projectId}`, 'note.created', note);
  if (supersedesId === undefined) return note;
  const [old] = await tx
    .update(notes)
    // What a replaced note said is history: its own time of change stays.
    .set({ supersededById: note.id, pinned: false })
    .where(eq(notes.id, supersedesId))
    .returning(noteColumns);
  if (old !== undefined) emit(`project:${projectId}`, 'note.updated', presentNote(old));
  return note;
}

/** A note has one successor: whoever follows the chain from an old note ends at the one that holds. */
async function requireReplaceable(tx: Tx, projectId: Id, id: Id): Promise<void> {
  const ofProject = and(eq(notes.id, id), eq(notes.projectId, projectId), isNull(notes.deletedAt));
  const [old] = await tx.select({ by: notes.supersededById }).from(notes).where(ofProject).for('update');
  if (old === undefined) throw notFound('The note to replace');
  if (old.by !== null)
    throw new AppError('CONFLICT', `Note ${id} was already replaced by ${old.by}. Replace that one.`);
}
