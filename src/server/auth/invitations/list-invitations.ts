import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { listInvitations as endpoint } from '#contract/invitation.ts';
import type { Context } from '#server/platform/context.ts';
import { requireAdministrator } from '../require-user.ts';
import { presentInvitation } from './present.ts';
import { listInvitationRows } from './queries.ts';

/** All invitations, accepted or not, newest first. */
export async function listInvitations(
  ctx: Context,
  { page, limit }: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  requireAdministrator(ctx);
  const { rows, total } = await listInvitationRows(ctx.db, { limit, offset: (page - 1) * limit });
  return { invitations: rows.map(presentInvitation), total, totalPages: Math.max(1, Math.ceil(total / limit)) };
}
