import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { ProjectSummary, updateProject as endpoint } from '#contract/project.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import { lockAccount, tellProjects } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { requirePlaceForProject } from './count-active-projects.ts';
import { requireSummary } from './get-project.ts';
import { tellPeople } from './members/tell-people.ts';
import { presentProject } from './present.ts';
import { requireEditor, requireOwner, requireProject, requireWritable } from './require-project.ts';
import { rulesOf } from './rules-of.ts';
import { settlePlaces } from './settle-places.ts';

/**
 * Changes only what was sent. Unarchiving needs a free place within the limit, except for the example; archiving frees
 * one for a read-only project. A read-only project can only be archived or unarchived.
 */
export async function updateProject(ctx: Context, input: InputOf<typeof endpoint>): Promise<ProjectSummary> {
  if (ctx.actor.kind !== 'user' && input.status !== undefined)
    throw new AppError('FORBIDDEN', 'An API key cannot archive a project or bring it back; sign in to the web app.');
  const taken = await change(ctx, async (tx, emit) => {
    // Decided under the account's lock: where one archiving frees a place, only one of several concurrent unarchivings
    // gets it.
    if (input.status !== undefined) await lockAccount(tx, ownerIdOf(ctx));
    const project = await requireProject(ctx, input.id, { db: tx, lock: true });
    requireEditor(project);
    if (OWNERS.some((field) => input[field] !== undefined)) requireOwner(project);
    const userId = project.userId as Id;
    requireFresh(input.base_updated_at, project.updatedAt);
    const { id: _id, status: _status, base_updated_at: _base, ...fields } = input;
    const isChanging = Object.values(fields).some((value) => value !== undefined);
    const isMoving = input.status !== undefined && input.status !== project.status;
    const isReturning = isMoving && input.status === 'active';
    const place = isReturning && !project.isExample ? await requirePlaceForProject(ctx, tx, userId) : undefined;
    // A project being unarchived has its place already.
    if (isChanging && !isReturning) await requireWritable(ctx, tx, project);
    const [row] = await tx
      .update(projects)
      .set({
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.description === undefined
          ? {}
          : { description: input.description === '' ? null : input.description }),
        ...rulesOf(input),
        // Archiving clears read-only, and unarchiving takes a free place.
        ...(isMoving ? { status: input.status, readOnlyAt: null } : {}),
        updatedAt: ctx.now(),
      })
      .where(eq(projects.id, project.id))
      .returning();
    if (row === undefined) throw new Error('the project was not updated');
    const shown = presentProject(row);
    await tellPeople(tx, emit, row, 'project.updated', shown);
    emit(`project:${project.id}`, 'project.updated', shown);
    if (isMoving) await settlePlaces(ctx, tx, emit, userId);
    return place;
  });
  if (taken !== undefined) await tellProjects(ctx, ownerIdOf(ctx), taken);
  return requireSummary(ctx, input.id);
}

/** The command runs on the machines of everybody who runs agents here, so that an editor cannot choose it for the others. */
const OWNERS = ['status', 'verify_command'] as const;

/** Optimistic concurrency control: two people with the settings open must not overwrite each other unseen. */
function requireFresh(base: string | undefined, updatedAt: Date): void {
  if (base === undefined || Date.parse(base) === updatedAt.getTime()) return;
  throw new AppError(
    'CONFLICT',
    'The project was changed meanwhile. Your edit was not saved: look at the new state first.',
    {
      code: 'EDIT_CONFLICT',
    },
  );
}
