import { z } from 'zod';
import { DISPLAY_NAME_MAX, EMAIL_MAX, PASSWORD_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, requiredText, text } from './fields.ts';
import { LIST_PAGE, pageQuery } from './page.ts';
import { SecondFactorCode } from './two-factor.ts';

export const Me = z.object({
  id: Id,
  email: z.string(),
  display_name: z.string(),
  email_verified: z.boolean(),
  has_password: z.boolean(),
  two_factor: z.boolean().meta({ description: 'Whether sign-in asks for a code as well' }),
  is_admin: z.boolean(),
  created_at: Timestamp,
  last_sign_in_at: Timestamp.nullable(),
});
export type Me = z.infer<typeof Me>;

export const AccountSession = z.object({
  id: Id,
  current: z.boolean(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
});
export type AccountSession = z.infer<typeof AccountSession>;

export const getMe = endpoint({
  id: 'getMe',
  method: 'GET',
  path: '/api/me',
  access: 'user',
  summary: 'The signed-in account',
  answer: Me,
});

export const updateMe = endpoint({
  id: 'updateMe',
  method: 'PATCH',
  path: '/api/me',
  access: 'user',
  summary: 'Change the display name',
  body: z.strictObject({ display_name: requiredText(DISPLAY_NAME_MAX) }),
  answer: Me,
});

export const deleteMe = endpoint({
  id: 'deleteMe',
  method: 'DELETE',
  path: '/api/me',
  access: 'user',
  summary: 'Delete the account and all its projects for good',
  body: z.strictObject({
    confirm: text(EMAIL_MAX).meta({ description: 'The account’s email address, typed out' }),
    password: text(PASSWORD_MAX)
      .optional()
      .meta({ description: 'Needed when the account has one; else a sign-in of the last minutes' }),
    code: SecondFactorCode.optional().meta({ description: 'Needed when sign-in asks for a code as well' }),
  }),
  answer: Nothing,
  errors: ['FORBIDDEN', 'CONFLICT', 'PAYMENT_PROVIDER_ERROR'],
});

export const listMySessions = endpoint({
  id: 'listMySessions',
  method: 'GET',
  path: '/api/me/sessions',
  access: 'user',
  summary: 'Where the account is signed in',
  query: pageQuery(LIST_PAGE),
  answer: z.array(AccountSession),
});

export const revokeMySession = endpoint({
  id: 'revokeMySession',
  method: 'DELETE',
  path: '/api/me/sessions/:id',
  access: 'user',
  summary: 'Sign one of the account’s sessions out',
  params: z.strictObject({ id: Id }),
  answer: Nothing,
  errors: ['NOT_FOUND'],
});

export const getAdminStatus = endpoint({
  id: 'getAdminStatus',
  method: 'GET',
  path: '/api/admin/status',
  access: 'user',
  summary: 'Whether the caller is an administrator, and what the console says on each of its pages',
  answer: z.object({
    isAdmin: z.boolean(),
    maintenance: z.boolean().meta({ description: 'Whether maintenance mode is on; told to administrators' }),
    isSetUpDue: z.boolean().meta({ description: 'Whether the caller is to answer the first set-up' }),
  }),
});
