import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { ProjectSummary, updateProject as endpoint } from '#contract/project.ts';
import { requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { reservePlaceForProject } from './count-active-projects.ts';
import { requireSummary } from './get-project.ts';
import { presentProject } from './present.ts';
import { requireProject } from './require-project.ts';

/** Changes what was sent and nothing else; taking a project out of the archive needs a free place in the plan. */
export async function updateProject(ctx: Context, input: InputOf<typeof endpoint>): Promise<ProjectSummary> {
  const { userId } = requireUser(ctx);
  await change(ctx, async (tx, emit) => {
    // The account before the project, as everywhere: the order keeps two changes from waiting for each other.
    const before = await requireProject(ctx, input.id, { db: tx });
    if (input.status === 'active' && before.status === 'archived') await reservePlaceForProject(tx, userId);
    const project = await requireProject(ctx, input.id, { db: tx, lock: true });
    const [row] = await tx
      .update(projects)
      .set({
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.description === undefined ? {} : { description: input.description === '' ? null : input.description }),
        ...(input.status === undefined ? {} : { status: input.status }),
        updatedAt: ctx.now(),
      })
      .where(eq(projects.id, project.id))
      .returning();
    if (row === undefined) throw new Error('the project was not updated');
    const shown = presentProject(row);
    emit(`user:${userId}`, 'project.updated', shown);
    emit(`project:${project.id}`, 'project.updated', shown);
  });
  return requireSummary(ctx, input.id);
}
