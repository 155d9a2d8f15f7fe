import * as contract from '#contract/people.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { handOverProject } from './hand-over-project.ts';
import { inviteToProject } from './invite-to-project.ts';
import { listPeople } from './list-people.ts';
import { listProjectInvitations, revokeProjectInvitation } from './list-project-invitations.ts';
import { lookAtInvitation } from './look-at-invitation.ts';
import { removePerson } from './remove-person.ts';
import { setPersonRole } from './set-person-role.ts';

export function addPeopleRoutes(mount: Mount): void {
  mount(contract.listPeople, listPeople);
  mount(contract.setPersonRole, setPersonRole);
  mount(contract.removePerson, removePerson);
  mount(contract.handOverProject, handOverProject);
  mount(contract.listProjectInvitations, listProjectInvitations);
  mount(contract.inviteToProject, inviteToProject);
  mount(contract.revokeProjectInvitation, revokeProjectInvitation);
  mount(contract.lookAtInvitation, lookAtInvitation);
  mount(contract.acceptInvitation, acceptInvitation);
}
