import { and, eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { ProjectInvitation, revokeProjectInvitation as revoking } from '#contract/people.ts';
import type { Context } from '#server/platform/context.ts';
import { projectInvitations } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { requireOwner, requireProject } from '../require-project.ts';
import { presentInvitation } from './present.ts';
import { listOpenInvitations } from './queries.ts';

/** The invitations that nobody has used and that still work. */
export async function listProjectInvitations(
  ctx: Context,
  { id }: { id: Id },
): Promise<{ invitations: ProjectInvitation[] }> {
  const project = requireOwner(await requireProject(ctx, id));
  return { invitations: (await listOpenInvitations(ctx.db, project.id, ctx.now())).map(presentInvitation) };
}

/** Takes an open invitation back: its link opens nothing any more. */
export async function revokeProjectInvitation(ctx: Context, input: InputOf<typeof revoking>): Promise<null> {
  const project = requireOwner(await requireProject(ctx, input.id));
  const { rowCount } = await ctx.db
    .delete(projectInvitations)
    .where(and(eq(projectInvitations.projectId, project.id), eq(projectInvitations.id, input.invitationId)));
  if (rowCount === 0) throw notFound('The invitation');
  return null;
}
