import { and, eq, isNull, sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Note, addNote as endpoint } from '#contract/note.ts';
import type { Context } from '#server/platform/context.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { requireProject } from '#server/projects/index.ts';
import { writeNote } from './write-note.ts';

/** Keeps a note about a project or one of its live tasks. */
export async function addNote(ctx: Context, input: InputOf<typeof endpoint>): Promise<Note> {
  return change(ctx, async (tx, emit) => {
    const project = await requireProject(ctx, input.id, { db: tx });
    if (input.task_id !== undefined) {
      const ofProject = and(eq(tasks.id, input.task_id), eq(tasks.projectId, project.id), isNull(tasks.deletedAt));
      const [task] = await tx
        .select({ found: sql`1` })
        .from(tasks)
        .where(ofProject);
      if (task === undefined) throw notFound('The task');
    }
    return writeNote(ctx, tx, emit, {
      projectId: project.id,
      taskId: input.task_id ?? null,
      type: input.type,
      body: input.body,
      pinned: input.pinned ?? false,
      supersedesId: input.supersedes_id,
    });
  });
}
