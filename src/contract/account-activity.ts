import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp } from './fields.ts';
import { LIST_PAGE, pageQuery } from './page.ts';

/** One thing that concerns how the account is entered, by whomever. */
export const AccountActivity = z.object({
  id: Id,
  at: Timestamp,
  action: z.string().meta({ description: 'Such as sign_in.done, password.changed or api_key.generated' }),
  outcome: z.enum(['done', 'failed']),
  by: z.enum(['owner', 'administrator', 'somebody']),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  method: z
    .string()
    .nullable()
    .meta({ description: 'How somebody signed in: password, passkey, google, confirmation' }),
  second_factor: z.string().nullable().meta({ description: 'What was given besides: code, backup_code' }),
  about: z.string().nullable().meta({ description: 'The name of the key, passkey or app, or the email address' }),
});
export type AccountActivity = z.infer<typeof AccountActivity>;

export const listMyActivity = endpoint({
  id: 'listMyActivity',
  method: 'GET',
  path: '/api/me/activity',
  access: 'user',
  summary: 'Sign-ins, wrong passwords, and changes to keys, apps and passwords of the account, latest first',
  query: pageQuery(LIST_PAGE),
  answer: z.array(AccountActivity),
});
