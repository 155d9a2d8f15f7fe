import * as contract from '#contract/invitation.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { invitePerson } from './invite-person.ts';
import { listInvitations } from './list-invitations.ts';
import { resendInvitation } from './resend-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';

export function addInvitationRoutes(mount: Mount): void {
  mount(contract.listInvitations, listInvitations);
  // A mail server may take seconds: exempt from the per-account concurrency limit, so other requests do not queue
  // behind it.
  mount(contract.invitePerson, invitePerson, { takesTurn: false });
  mount(contract.resendInvitation, resendInvitation, { takesTurn: false });
  mount(contract.revokeInvitation, revokeInvitation);
}
