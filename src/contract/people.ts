import { z } from 'zod';
import { EMAIL_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, text } from './fields.ts';
import { Project } from './project.ts';
import { ProjectRole } from './role.ts';

/** What an owner can give to others; ownership itself is handed over. */
export const GivenRole = z.enum(['editor', 'viewer']);
export type GivenRole = z.infer<typeof GivenRole>;

/** Days for which an invitation works. */
export const INVITATION_DAYS = [1, 7, 30] as const;

export const Person = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string().nullable().meta({ description: 'Told to the owner only' }),
  role: ProjectRole,
  joined_at: Timestamp,
});
export type Person = z.infer<typeof Person>;

export const ProjectPeople = z.object({
  people: z.array(Person).meta({ description: 'The owner first, then in the order in which they joined' }),
  former: z
    .array(z.object({ user_id: Id, name: z.string() }))
    .meta({ description: 'Who has left: what they did keeps their name' }),
});
export type ProjectPeople = z.infer<typeof ProjectPeople>;

export const ProjectInvitation = z.object({
  id: Id,
  role: GivenRole,
  email: z.string().nullable().meta({ description: 'Null for a link, which anybody who has it may use once' }),
  invited_by: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
  sent_at: Timestamp.nullable().meta({ description: 'When its mail left; null for a link, and where none left' }),
});
export type ProjectInvitation = z.infer<typeof ProjectInvitation>;

/** What the page of an invitation shows to whoever has the link. */
export const InvitationLook = z.object({
  project_id: Id,
  project_name: z.string(),
  role: GivenRole,
  invited_by: z.string(),
  email: z.string().nullable().meta({ description: 'The only address that may accept it; null for any' }),
  expires_at: Timestamp,
  sign_up_closed: z.boolean().meta({ description: 'A new account needs an invitation by the administrator here' }),
});
export type InvitationLook = z.infer<typeof InvitationLook>;

/** A line beside an account's events: whose windows show one of its projects now. */
export const Presence = z.object({ project_id: Id, here: z.array(Id) });
export type Presence = z.infer<typeof Presence>;

const ProjectPath = z.strictObject({ id: Id });
const PersonPath = z.strictObject({ id: Id, userId: Id });
const InvitationPath = z.strictObject({ id: Id, invitationId: Id });
const InvitationToken = z.strictObject({
  token: z
    .string()
    .max(43)
    .regex(/^[\w-]{43}$/, 'must be the end of an invitation’s link'),
});

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/api/projects/:id/people',
  access: 'caller',
  summary: 'The people of a project with their roles, and who has left it',
  params: ProjectPath,
  answer: ProjectPeople,
  errors: ['NOT_FOUND'],
});

export const setPersonRole = endpoint({
  id: 'setPersonRole',
  method: 'PATCH',
  path: '/api/projects/:id/people/:userId',
  access: 'user',
  summary: 'Give somebody another role; for the owner',
  params: PersonPath,
  body: z.strictObject({ role: GivenRole }),
  answer: ProjectPeople,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});

export const removePerson = endpoint({
  id: 'removePerson',
  method: 'DELETE',
  path: '/api/projects/:id/people/:userId',
  access: 'user',
  summary: 'Remove somebody from a project, for the owner; or leave it, with your own id',
  params: PersonPath,
  answer: Nothing,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});

export const handOverProject = endpoint({
  id: 'handOverProject',
  method: 'POST',
  path: '/api/projects/:id/owner',
  access: 'user',
  summary: 'Make an editor the owner; you stay as an editor, and limits and usage count for the new owner',
  params: ProjectPath,
  body: z.strictObject({ user_id: Id }),
  answer: ProjectPeople,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const listProjectInvitations = endpoint({
  id: 'listProjectInvitations',
  method: 'GET',
  path: '/api/projects/:id/invitations',
  access: 'user',
  summary: 'The open invitations to a project, newest first; for the owner',
  params: ProjectPath,
  answer: z.object({ invitations: z.array(ProjectInvitation) }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const inviteToProject = endpoint({
  id: 'inviteToProject',
  method: 'POST',
  path: '/api/projects/:id/invitations',
  access: 'user',
  summary: 'Invite somebody to a project, by a link or by mail; the link is shown once',
  params: ProjectPath,
  body: z.strictObject({
    role: GivenRole,
    email: text(EMAIL_MAX).optional().meta({ description: 'Mails the link, which then only this address may use' }),
    days: z.literal(INVITATION_DAYS).default(7),
  }),
  answer: z.object({ invitation: ProjectInvitation, url: z.string() }),
  status: 201,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});

export const revokeProjectInvitation = endpoint({
  id: 'revokeProjectInvitation',
  method: 'DELETE',
  path: '/api/projects/:id/invitations/:invitationId',
  access: 'user',
  summary: 'Take an open invitation to a project back',
  params: InvitationPath,
  answer: Nothing,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const lookAtInvitation = endpoint({
  id: 'lookAtInvitation',
  method: 'POST',
  path: '/api/invitations/look',
  access: 'public',
  summary: 'What an invitation is for; the token is the end of its link',
  body: InvitationToken,
  answer: InvitationLook,
  errors: ['NOT_FOUND'],
});

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/invitations/accept',
  access: 'user',
  summary: 'Join the project of an invitation; it works once',
  body: InvitationToken,
  answer: Project,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
});
