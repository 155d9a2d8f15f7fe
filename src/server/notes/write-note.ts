import { and, eq, isNull } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Note, NoteType } from '#contract/note.ts';
import type { WorkPlace } from '#contract/proof.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { send } from '#server/platform/db/send.ts';
import { notes } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import type { WritableProjectId } from '#server/projects/index.ts';
import { presentNote } from './present.ts';
import { requireWritten } from './queries.ts';
import { type NoteRow, noteColumns } from './note-row.ts';

export interface NewNote {
  /** Generated where none is given. */
  id?: Id;
  projectId: WritableProjectId;
  taskId: Id | null;
  type: NoteType;
  body: string;
  pinned?: boolean;
  isBroadcast?: boolean;
  supersedesId?: Id | undefined;
  /** The author holds the task's baton, or hands it back with this note. */
  byHolder?: boolean;
  questionId?: Id;
  /** Commit, branch or pull request of the work it reports. */
  work?: WorkPlace | null;
}

/** Inserts a note and emits its event, inside a change that has proven the project. */
export async function writeNote(ctx: Context, tx: Tx, emit: Emit, fields: NewNote): Promise<Note> {
  const { projectId, supersedesId } = fields;
  if (supersedesId !== undefined) await requireReplaceable(tx, projectId, supersedesId);
  const note = sendNote(ctx, tx, fields);
  emit(`project:${projectId}`, 'note.created', note);
  if (supersedesId === undefined) return note;
  const [old] = await tx
    .update(notes)
    // Superseding is not an edit: updated_at stays.
    .set({ supersededById: note.id, pinned: false })
    .where(eq(notes.id, supersedesId))
    .returning(noteColumns);
  if (old !== undefined) emit(`project:${projectId}`, 'note.updated', presentNote(old));
  return note;
}

/** All values are generated here, so the insert is pipelined and needs no returning clause. */
function sendNote(ctx: Context, tx: Tx, fields: NewNote): Note {
  const now = ctx.now();
  const row: NoteRow = {
    id: fields.id ?? newId(now.getTime()),
    projectId: fields.projectId,
    taskId: fields.taskId,
    type: fields.type,
    body: fields.body,
    author: presentActor(ctx.actor),
    isBroadcast: fields.isBroadcast ?? false,
    pinned: fields.pinned ?? false,
    byHolder: fields.byHolder ?? false,
    questionId: fields.questionId ?? null,
    work: fields.work ?? null,
    supersedesId: fields.supersedesId ?? null,
    supersededById: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  const { id, projectId, taskId, type, body, author, isBroadcast, pinned, supersedesId, byHolder, questionId } = row;
  const marks = [isBroadcast, pinned, supersedesId, now, row.work, byHolder, questionId];
  const values = [id, projectId, taskId, type, body, author, ...marks];
  void send(tx, { name: 'baton_add_note', text: ADD, values });
  return presentNote(row);
}

const ADD = `
  insert into notes (id, project_id, task_id, type, body, author, is_broadcast, pinned, supersedes_id, created_at, updated_at, work,
    by_holder, question_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13)`;

/** A note has at most one successor, so that following the chain ends at the current one. */
async function requireReplaceable(tx: Tx, projectId: Id, id: Id): Promise<void> {
  requireWritten(id);
  const ofProject = and(eq(notes.id, id), eq(notes.projectId, projectId), isNull(notes.deletedAt));
  const [old] = await tx.select({ by: notes.supersededById }).from(notes).where(ofProject).for('update');
  if (old === undefined) throw notFound('The note to replace');
  if (old.by !== null)
    throw new AppError('CONFLICT', `Note ${id} was already replaced by ${old.by}. Replace that one.`);
}
