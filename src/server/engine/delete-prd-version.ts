import type { InputOf } from '#contract/endpoint.ts';
import type { deletePrdVersion as endpoint } from '#contract/prd.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { findPrd, removePrdVersion } from '#server/prd/index.ts';
import { holdProject } from '#server/projects/index.ts';

/** Deletes an older version of the PRD. The newest cannot be deleted, because the plan is compared with it. */
export async function deletePrdVersion(ctx: Context, input: InputOf<typeof endpoint>): Promise<null> {
  return change(ctx, async (tx, emit) => {
    const project = await holdProject(ctx, tx, input.id);
    const newest = await findPrd(tx, project.id);
    if (newest?.version === input.version)
      throw new AppError('CONFLICT', 'The newest version is the PRD of the project and stays. Upload another first.');
    if (!(await removePrdVersion(tx, project.id, input.version))) throw notFound('The PRD version');
    emit(`project:${project.id}`, 'prd.version_deleted', { version: input.version });
    return null;
  });
}
