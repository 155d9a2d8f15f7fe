import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { ProjectSummary, createProject as endpoint } from '#contract/project.ts';
import { requireUser } from '#server/auth/index.ts';
import { lockAccount, tellProjects } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import { requirePlaceForProject } from './count-active-projects.ts';
import { requireSummary } from './get-project.ts';
import { presentProject } from './present.ts';
import { rulesOf } from './rules-of.ts';

/** Adds a project to the caller's account, within the tier's limit. */
export async function createProject(ctx: Context, input: InputOf<typeof endpoint>): Promise<ProjectSummary> {
  const { userId } = requireUser(ctx);
  const { id, place } = await change(ctx, async (tx, emit) => {
    await lockAccount(tx, userId);
    const taken = await requirePlaceForProject(ctx, tx, userId);
    const fields = { userId, name: input.name, description: input.description ?? '' };
    return { id: await insertProject(ctx, tx, emit, fields), place: taken };
  });
  await tellProjects(ctx, userId, place);
  return requireSummary(ctx, id);
}

/** Inserts the row and emits its events without checking the limit, for callers that have checked it. */
export async function insertProject(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  fields: {
    id?: Id | undefined;
    userId: Id;
    name: string;
    description: string;
    rules?: Parameters<typeof rulesOf>[0];
    isExample?: true;
    /** Where its history begins earlier than the project. */
    createdAt?: Date;
  },
): Promise<Id> {
  const now = ctx.now();
  const description = fields.description === '' ? null : fields.description;
  const [row] = await tx
    .insert(projects)
    .values({
      id: fields.id ?? newId(),
      userId: fields.userId,
      name: fields.name,
      description,
      ...rulesOf(fields.rules ?? {}),
      isExample: fields.isExample ?? false,
      createdAt: fields.createdAt ?? now,
      updatedAt: now,
    })
    .returning();
  if (row === undefined) throw new Error('the project was not inserted');
  const project = presentProject(row);
  emit(`user:${fields.userId}`, 'project.created', project);
  emit(`project:${project.id}`, 'project.created', project);
  return project.id;
}
