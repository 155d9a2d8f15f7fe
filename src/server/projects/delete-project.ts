import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { requireUser } from '#server/auth/index.ts';
import { lockAccount } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { change, dropEvents } from '#server/platform/feed.ts';
import { presentProject } from './present.ts';
import { tellPeople } from './members/tell-people.ts';
import { requireOwner, requireProject } from './require-project.ts';
import { settlePlaces } from './settle-places.ts';

/**
 * Soft-deletes a project; it no longer counts against the limit. Its rows are purged after the retention. Its feed is
 * deleted at once: feeds are not counted as storage, so deleting projects in a loop could otherwise fill the disk.
 */
export async function deleteProject(ctx: Context, input: { id: Id }): Promise<null> {
  const { userId } = requireUser(ctx);
  return change(ctx, async (tx, emit) => {
    await lockAccount(tx, userId);
    const project = requireOwner(await requireProject(ctx, input.id, { db: tx, lock: true }));
    const now = ctx.now();
    const [row] = await tx
      .update(projects)
      .set({ deletedAt: now, updatedAt: now })
      .where(eq(projects.id, project.id))
      .returning();
    if (row === undefined) throw new Error('the project was not deleted');
    await dropEvents(tx, `project:${project.id}`);
    const shown = presentProject(row);
    await tellPeople(tx, emit, row, 'project.deleted', shown);
    emit(`project:${project.id}`, 'project.deleted', shown);
    await settlePlaces(ctx, tx, emit, userId);
    return null;
  });
}
