import { displayNameOf } from '#contract/display-name.ts';
import type { Id } from '#contract/fields.ts';
import type { InvitationLook } from '#contract/people.ts';
import { mayJoin } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { hashToken } from './invitation-token.ts';
import { findOpenInvitation } from './queries.ts';

export const invitationIsOver = () =>
  new AppError('NOT_FOUND', 'This invitation has been used, has expired or was taken back. Ask for another one.', {
    code: 'INVITATION_OVER',
  });

/** What an invitation is for, told to whoever has its link, signed in or not. */
export async function lookAtInvitation(ctx: Context, { token }: { token: string }): Promise<InvitationLook> {
  const open = await findOpenInvitation(ctx.db, hashToken(token), ctx.now());
  if (open === undefined) throw invitationIsOver();
  const { invitation, inviter, project } = open;
  return {
    project_id: project.id as Id,
    project_name: project.name,
    role: invitation.role,
    invited_by: displayNameOf(inviter),
    email: invitation.email,
    expires_at: invitation.expiresAt.toISOString(),
    sign_up_closed: !(await mayJoin(ctx, invitation.email ?? '')),
  };
}
