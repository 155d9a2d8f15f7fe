import { displayNameOf } from '#contract/display-name.ts';
import type { Id } from '#contract/fields.ts';
import type { Person, ProjectInvitation, ProjectPeople } from '#contract/people.ts';
import type { ProjectRole } from '#contract/role.ts';
import type { MemberRow, OpenInvitation } from './queries.ts';

interface Somebody {
  userId: string;
  name: string;
  email: string;
  role: ProjectRole;
  joinedAt: Date;
}

export const presentPerson = (row: Somebody, { withEmail }: { withEmail: boolean }): Person => ({
  user_id: row.userId as Id,
  name: displayNameOf(row),
  email: withEmail ? row.email : null,
  role: row.role,
  joined_at: row.joinedAt.toISOString(),
});

export function presentPeople(
  owner: Somebody,
  members: readonly MemberRow[],
  { withEmail }: { withEmail: boolean },
): ProjectPeople {
  const current = members.filter(({ leftAt }) => leftAt === null);
  const former = members.filter(({ leftAt, userId }) => leftAt !== null && userId !== owner.userId);
  return {
    people: [owner, ...current].map((row) => presentPerson(row, { withEmail })),
    former: former.map((row) => ({ user_id: row.userId as Id, name: displayNameOf(row) })),
  };
}

export const presentInvitation = ({ invitation, inviter }: OpenInvitation): ProjectInvitation => ({
  id: invitation.id as Id,
  role: invitation.role,
  email: invitation.email,
  invited_by: displayNameOf(inviter),
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
  sent_at: invitation.sentAt?.toISOString() ?? null,
});
