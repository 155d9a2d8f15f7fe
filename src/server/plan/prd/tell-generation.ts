import type { Id } from '#contract/fields.ts';
import type { EventDataOf } from '#contract/events.ts';
import { PLAN_TEXTS } from '#contract/plan-texts.ts';
import { writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { allowWriting, isWritable, requireProject } from '#server/projects/index.ts';

type Told = {
  [T in 'started' | 'progress' | 'completed' | 'failed']: { what: T; data: EventDataOf<`generation.${T}`> };
}['started' | 'progress' | 'completed' | 'failed'];

/** Emits the progress of a generation; its start and failure are stored as notes. */
export async function tellGeneration(ctx: Context, projectId: Id, told: Told): Promise<void> {
  await change(ctx, async (tx, emit) => {
    const project = await requireProject(ctx, projectId, { db: tx });
    // In a project that became read-only only the event is emitted, and no note is written.
    const note = isWritable(project) ? { projectId: allowWriting(project).id, taskId: null } : undefined;
    if (told.what === 'started' && note !== undefined)
      await writeNote(ctx, tx, emit, {
        ...note,
        type: 'PROGRESS',
        body: PLAN_TEXTS.generationStarted(told.data.mode),
        isBroadcast: true,
      });
    if (told.what === 'failed' && note !== undefined)
      await writeNote(ctx, tx, emit, { ...note, type: 'FINDING', body: told.data.error });
    const scope = `project:${project.id}` as const;
    switch (told.what) {
      case 'started':
        return emit(scope, 'generation.started', told.data);
      case 'progress':
        return emit(scope, 'generation.progress', told.data);
      case 'completed':
        return emit(scope, 'generation.completed', told.data);
      case 'failed':
        return emit(scope, 'generation.failed', told.data);
    }
  });
}
