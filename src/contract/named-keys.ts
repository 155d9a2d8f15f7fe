import { z } from 'zod';
import { NewApiKey } from './api-key.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, requiredText } from './fields.ts';
import { LIST_PAGE, pageQuery } from './page.ts';

/** Keys of one account; they share its rate limits. */
export const KEYS_MAX = 20;
export const KEY_NAME_MAX = 60;
/** The key that the endpoints of a single key are about. */
export const DEFAULT_KEY = 'default';

/** One of an account's keys; the key itself is only known when it is made. */
export const NamedKey = z.object({
  id: Id,
  name: z.string(),
  masked_key: z.string(),
  project_id: Id.nullable().meta({ description: 'The only project it works in; null: all of the account' }),
  read_only: z.boolean(),
  expires_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable().meta({ description: 'To the minute' }),
  last_used_by: z.string().nullable().meta({ description: 'The agent that used it last' }),
  last_used_from: z.string().nullable().meta({ description: 'The address it was last used from' }),
  created_at: Timestamp,
  rotated_at: Timestamp.nullable().meta({ description: 'When its secret was last replaced' }),
});
export type NamedKey = z.infer<typeof NamedKey>;

export const NewNamedKey = NamedKey.extend({ api_key: NewApiKey.shape.apiKey });
export type NewNamedKey = z.infer<typeof NewNamedKey>;

export const listKeys = endpoint({
  id: 'listKeys',
  method: 'GET',
  path: '/api/me/keys',
  access: 'user',
  summary: 'The account’s API keys, the newest first',
  query: pageQuery(LIST_PAGE),
  answer: z.array(NamedKey),
});

export const makeKey = endpoint({
  id: 'makeKey',
  method: 'POST',
  path: '/api/me/keys',
  access: 'user',
  summary: 'Make a key with a name; it is shown in full once',
  body: z.strictObject({
    name: requiredText(KEY_NAME_MAX).meta({ description: 'Unique among the account’s keys' }),
    project_id: Id.nullable().optional().meta({ description: 'Lets it work in this project only' }),
    read_only: z.boolean().optional(),
    expires_at: Timestamp.nullable().optional().meta({ description: 'Without it, it works until it is revoked' }),
  }),
  answer: NewNamedKey,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const rotateKey = endpoint({
  id: 'rotateKey',
  method: 'POST',
  path: '/api/me/keys/:id/rotate',
  access: 'user',
  summary: 'Replace a key’s secret; name and scope stay, and one that expires lives as long again',
  params: z.strictObject({ id: Id }),
  answer: NewNamedKey,
  errors: ['NOT_FOUND'],
});

export const revokeKey = endpoint({
  id: 'revokeKey',
  method: 'DELETE',
  path: '/api/me/keys/:id',
  access: 'user',
  summary: 'Revoke a key; its next call is refused, and its open streams end',
  params: z.strictObject({ id: Id }),
  answer: Nothing,
  errors: ['NOT_FOUND'],
});
