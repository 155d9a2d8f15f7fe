import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Nothing, Timestamp, text } from './fields.ts';
import { PASSWORD_MAX } from './constants.ts';

export const EMAIL_CHANGE_HOURS = 24;

/** A change of the address that was asked for and waits for both links. */
export const EmailChange = z.object({
  new_email: z.string(),
  old_confirmed: z.boolean().meta({ description: 'Whether the link mailed to the present address was opened' }),
  new_confirmed: z.boolean(),
  expires_at: Timestamp,
});
export type EmailChange = z.infer<typeof EmailChange>;

export const getEmailChange = endpoint({
  id: 'getEmailChange',
  method: 'GET',
  path: '/api/me/email',
  access: 'user',
  summary: 'The change of the email address that waits to be confirmed, or null',
  answer: EmailChange.nullable(),
});

export const askEmailChange = endpoint({
  id: 'askEmailChange',
  method: 'POST',
  path: '/api/me/email',
  access: 'user',
  summary: 'Ask to change the email address: a link goes to the present and to the new one, and both have to be opened',
  body: z.strictObject({
    email: text(1_000).meta({ description: 'The new address' }),
    password: text(PASSWORD_MAX)
      .optional()
      .meta({ description: 'Needed when the account has one; else a sign-in of the last minutes' }),
  }),
  answer: EmailChange,
  status: 202,
  errors: ['FORBIDDEN', 'USAGE_LIMIT_EXCEEDED'],
});

export const cancelEmailChange = endpoint({
  id: 'cancelEmailChange',
  method: 'DELETE',
  path: '/api/me/email',
  access: 'user',
  summary: 'Give up a change of the email address; its links stop working',
  answer: Nothing,
  errors: ['NOT_FOUND'],
});

const Token = text(200).meta({ description: 'From the mailed link' });

export const confirmEmailChange = endpoint({
  id: 'confirmEmailChange',
  method: 'POST',
  path: '/api/email-change/confirm',
  access: 'public',
  summary: 'Confirm a change of the email address with the token of one of its two links',
  body: z.strictObject({ token: Token }),
  answer: z.object({
    changed: z.boolean().meta({ description: 'Whether both links were opened, and the address is changed' }),
    waits_for: z.enum(['old', 'new']).nullable(),
  }),
  errors: ['CONFLICT', 'FORBIDDEN'],
});

export const stopEmailChange = endpoint({
  id: 'stopEmailChange',
  method: 'POST',
  path: '/api/email-change/stop',
  access: 'public',
  summary: 'Stop a change of the email address with the token of one of its two links',
  body: z.strictObject({ token: Token }),
  answer: Nothing,
});
