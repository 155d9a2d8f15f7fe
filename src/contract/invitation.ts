import { z } from 'zod';
import { EMAIL_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, text } from './fields.ts';

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  invited_by: z.string().nullable().meta({ description: 'The administrator’s address; null from the command line' }),
  created_at: Timestamp,
  sent_at: Timestamp.nullable().meta({ description: 'When the last mail left; null while none did' }),
  accepted_at: Timestamp.nullable().meta({ description: 'When the address was confirmed; null while it is open' }),
});
export type Invitation = z.infer<typeof Invitation>;

const InvitationPath = z.strictObject({ id: Id });

export const listInvitations = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/admin/invitations',
  access: 'admin',
  summary: 'Who was invited to this instance, newest first',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ invitations: z.array(Invitation), total: z.int(), totalPages: z.int() }),
});

export const invitePerson = endpoint({
  id: 'invitePerson',
  method: 'POST',
  path: '/api/admin/invitations',
  access: 'admin',
  summary: 'Let an address sign up, and mail it the way there; an open invitation is mailed again',
  body: z.strictObject({ email: text(EMAIL_MAX) }),
  answer: Invitation,
  status: 201,
  errors: ['CONFLICT'],
});

export const resendInvitation = endpoint({
  id: 'resendInvitation',
  method: 'POST',
  path: '/api/admin/invitations/:id/resend',
  access: 'admin',
  summary: 'Mail an open invitation again',
  params: InvitationPath,
  answer: Invitation,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const revokeInvitation = endpoint({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/admin/invitations/:id',
  access: 'admin',
  summary: 'Take an open invitation back; whoever has joined already stays',
  params: InvitationPath,
  answer: Nothing,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
