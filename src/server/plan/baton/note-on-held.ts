import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Note, addNote as endpoint } from '#contract/note.ts';
import { addNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import { asAgent, callerOf, findOwn, withToken } from './caller.ts';

/** Adds a note; one of an agent that names no task belongs to the task it holds, under the name it holds it by. */
export async function addNoteOnHeld(asking: Context, input: InputOf<typeof endpoint>): Promise<Note> {
  const ctx = withToken(asking, input.baton);
  if (input.task_id !== undefined || ctx.actor.kind !== 'agent') return addNote(ctx, input);
  const held = await ctx.db.select().from(batons).where(eq(batons.projectId, input.id));
  const own = findOwn(held, callerOf(ctx));
  if (own === undefined) return addNote(ctx, input);
  return addNote(asAgent(ctx, own.holder.name), { ...input, task_id: own.taskId as typeof input.id });
}
