import type { EventActor, Id } from '#contract/fields.ts';
import type { Note, NoteType } from '#contract/note.ts';
import type { WorkPlace } from '#contract/proof.ts';
import type { Context, Holding } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { ownerToProve } from '#server/projects/index.ts';
import type { TaskRef } from '../tree/task-ref.ts';
import { type ToldHeld, callerValues, readHeld } from './held-usual.ts';
import { askUsual, mayBeUsual, tellUsual } from './usual-case.ts';

export interface UsualNote {
  type: NoteType;
  body: string;
  pinned: boolean;
  work: WorkPlace | null;
  /** Without it the note belongs to the task the caller holds, or to the project. */
  about: TaskRef | undefined;
}

interface Row {
  kept: { task: Id | null; at: string; author: EventActor; by_holder: boolean; held: ToldHeld };
}

const NOTE = 'select note_usual($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) as kept';

/**
 * The fast path of a note: one statement that also finds the holder name of the caller. Returns undefined where the
 * general path must decide and explain.
 */
export async function noteUsual(
  ctx: Context,
  projectId: Id,
  { type, body, pinned, work, about }: UsualNote,
): Promise<{ note: Note; held: Holding | undefined } | undefined> {
  if (!mayBeUsual(ctx, { projectId, id: null, number: null })) return undefined;
  const id = newId(ctx.now().getTime());
  const named = [projectId, await ownerToProve(ctx, projectId, 'writable'), about?.id ?? null, about?.number ?? null];
  await ctx.admitted;
  const values = [...named, ...callerValues(ctx), id, type, body, pinned, work, ctx.databaseTime()];
  const answer = await askUsual(ctx.database.pool.query<Row>({ name: 'baton_note_usual', text: NOTE, values }));
  const kept = answer?.rows[0]?.kept;
  if (kept === undefined) return undefined;
  tellUsual(ctx, projectId, ['note.created']);
  const note: Note = {
    id,
    project_id: projectId,
    task_id: kept.task,
    type,
    body,
    author: kept.author,
    is_broadcast: false,
    pinned,
    by_holder: kept.by_holder,
    question_id: null,
    work,
    supersedes_id: null,
    superseded_by_id: null,
    created_at: kept.at,
    updated_at: kept.at,
    deleted_at: null,
  };
  return { note, held: readHeld(kept.held) };
}
