import type { Id } from '#contract/fields.ts';
import type { Invitation } from '#contract/invitation.ts';
import type { InvitationRow } from './queries.ts';

export const presentInvitation = (row: InvitationRow): Invitation => ({
  id: row.id as Id,
  email: row.email,
  invited_by: row.inviter,
  created_at: row.createdAt.toISOString(),
  sent_at: row.sentAt?.toISOString() ?? null,
  accepted_at: row.acceptedAt?.toISOString() ?? null,
});
