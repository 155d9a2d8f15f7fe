import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Note } from '#contract/plan.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { notes } from '#server/platform/db/tables/index.ts';
import { requireProject } from '#server/projects/index.ts';
import { presentNote } from './present.ts';

/** The notes of one of the caller's projects, newest first. */
export async function listNotes(ctx: Context, input: { id: Id }): Promise<Note[]> {
  const project = await requireProject(ctx, input.id);
  const rows = await ctx.db
    .select()
    .from(notes)
    .where(and(eq(notes.projectId, project.id), isNull(notes.deletedAt)))
    .orderBy(desc(notes.createdAt), desc(notes.id));
  return rows.map(presentNote);
}
