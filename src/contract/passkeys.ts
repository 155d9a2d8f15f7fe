import { z } from 'zod';
import { PASSWORD_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, requiredText, text } from './fields.ts';
import { CEREMONY_OPTIONS, CREDENTIAL_FIELDS, TICKET } from './passkey-ceremony.ts';
import { SecondFactorCode } from './two-factor.ts';
import { LIST_PAGE, pageQuery } from './page.ts';

/** Passkeys of one account. */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;
/** How long the browser's dialog may stay open. */
export const PASSKEY_MINUTES = 5;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  made_for: z.string().meta({ description: 'The host name it was made for; browsers offer it there only' }),
  is_usable: z.boolean().meta({ description: 'False: this server has another host name by now' }),
  is_synced: z.boolean().meta({ description: 'Whether the device keeps a copy elsewhere' }),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const listPasskeys = endpoint({
  id: 'listPasskeys',
  method: 'GET',
  path: '/api/me/passkeys',
  access: 'user',
  summary: 'The account’s passkeys, the newest first',
  query: pageQuery(LIST_PAGE),
  answer: z.array(Passkey),
});

export const offerPasskey = endpoint({
  id: 'offerPasskey',
  method: 'POST',
  path: '/api/me/passkeys/options',
  access: 'user',
  summary: 'What a browser needs to make a passkey for the account',
  body: z.strictObject({
    password: text(PASSWORD_MAX)
      .optional()
      .meta({ description: 'Needed when the account has one; else a sign-in of the last minutes' }),
    code: SecondFactorCode.optional().meta({ description: 'Needed when sign-in asks for a code as well' }),
  }),
  answer: z.object({ options: CEREMONY_OPTIONS, ticket: z.string() }),
  errors: ['FORBIDDEN', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const addPasskey = endpoint({
  id: 'addPasskey',
  method: 'POST',
  path: '/api/me/passkeys',
  access: 'user',
  summary: 'Store the passkey that the browser has made',
  body: z.strictObject({
    name: requiredText(PASSKEY_NAME_MAX),
    ticket: TICKET,
    credential: z.object({
      ...CREDENTIAL_FIELDS,
      response: z.object({
        clientDataJSON: text(4_000),
        attestationObject: text(40_000),
        transports: z.array(text(40)).max(10).optional(),
      }),
    }),
  }),
  answer: Passkey,
  status: 201,
  errors: ['FORBIDDEN', 'CONFLICT'],
});

export const renamePasskey = endpoint({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/api/me/passkeys/:id',
  access: 'user',
  summary: 'Rename a passkey',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ name: requiredText(PASSKEY_NAME_MAX) }),
  answer: Passkey,
  errors: ['NOT_FOUND'],
});

export const removePasskey = endpoint({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/api/me/passkeys/:id',
  access: 'user',
  summary: 'Remove a passkey: it no longer signs in',
  params: z.strictObject({ id: Id }),
  answer: Nothing,
  errors: ['NOT_FOUND'],
});
