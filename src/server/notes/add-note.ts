import { and, eq, isNull, sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Note, addNote as endpoint } from '#contract/note.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { requireProject } from '#server/projects/index.ts';
import { writeNote } from './write-note.ts';

/** Keeps a note about a project or one of its live tasks. */
export async function addNote(ctx: Context, input: InputOf<typeof endpoint>): Promise<Note> {
  return change(ctx, async (tx, emit) => {
    const [project] = await Promise.all([
      requireProject(ctx, input.id, { db: tx }),
      input.task_id === undefined ? undefined : requireLiveTask(tx, input.id, input.task_id),
    ]);
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

async function requireLiveTask(tx: Tx, projectId: Id, id: Id): Promise<void> {
  const [task] = await tx
    .select({ found: sql`1` })
    .from(tasks)
    .where(and(eq(tasks.id, id), eq(tasks.projectId, projectId), isNull(tasks.deletedAt)));
  if (task === undefined) throw notFound('The task');
}
