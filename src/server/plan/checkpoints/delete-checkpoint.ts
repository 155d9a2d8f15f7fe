import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { checkpoints } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { holdProject } from '#server/projects/index.ts';
import { requireCheckpoint } from './diff-checkpoint.ts';

/** Deletes a checkpoint for good, with the pieces that no other one of the project references. */
export async function deleteCheckpoint(ctx: Context, input: { id: Id }): Promise<null> {
  return change(ctx, async (tx, emit) => {
    const { project } = await requireCheckpoint(ctx, tx, input.id);
    // Under the project's lock, so that no new checkpoint references a piece that is being deleted.
    await holdProject(ctx, tx, project.id);
    await tx.delete(checkpoints).where(eq(checkpoints.id, input.id));
    emit(`project:${project.id}`, 'checkpoint.deleted', { id: input.id });
    return null;
  });
}
