import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Project } from '#contract/project.ts';
import type { acceptInvitation as endpoint } from '#contract/people.ts';
import { changeAccounts, findUser, requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { projectInvitations, projects } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { presentProject } from '../present.ts';
import { findRole } from './find-role.ts';
import { hashToken } from './invitation-token.ts';
import { invitationIsOver } from './look-at-invitation.ts';
import { presentPerson } from './present.ts';
import { findOpenInvitation, putMember } from './queries.ts';
import { requireRoomForPerson, requireRoomForProject } from './require-room.ts';

/** Joins the project of an invitation, which works once: of two who use a link at the same time, one joins. */
export async function acceptInvitation(ctx: Context, { token }: InputOf<typeof endpoint>): Promise<Project> {
  const { userId } = requireUser(ctx);
  const tokenHash = hashToken(token);
  return changeAccounts(ctx, [userId], async (tx, emit) => {
    const named = await findOpenInvitation(tx, tokenHash, ctx.now());
    if (named === undefined) throw invitationIsOver();
    // First in the lock order; what was read before the wait may be over by now.
    await tx.select().from(projects).where(eq(projects.id, named.project.id)).for('no key update');
    const open = await findOpenInvitation(tx, tokenHash, ctx.now());
    if (open === undefined) throw invitationIsOver();
    const { invitation, project } = open;
    const user = await findUser(tx, userId);
    if (user === undefined) throw new Error('an account that is signed in is gone');
    if (invitation.email !== null && invitation.email !== user.email) throw wrongAccount(invitation.email, user.email);
    if (project.userId === userId || (await findRole(tx, project.id, userId)) !== undefined) throw isThere();
    await requireRoomForPerson(tx, project.id);
    await requireRoomForProject(tx, userId);
    const joinedAt = ctx.now();
    const { role } = invitation;
    await putMember(tx, { projectId: project.id, userId, role, joinedAt });
    await tx.delete(projectInvitations).where(eq(projectInvitations.id, invitation.id));
    const shown = presentProject(project);
    emit(
      `project:${project.id}`,
      'person.joined',
      presentPerson({ ...user, userId, role, joinedAt }, { withEmail: false }),
    );
    emit(`user:${userId}`, 'project.shared', { ...shown, role });
    return shown;
  });
}

const wrongAccount = (invited: string, signedIn: string) =>
  new AppError('FORBIDDEN', `This invitation is for ${invited}, and you are signed in as ${signedIn}.`, {
    code: 'WRONG_ACCOUNT',
  });

const isThere = () => new AppError('CONFLICT', 'You take part in this project already.');
