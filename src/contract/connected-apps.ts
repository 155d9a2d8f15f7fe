import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp } from './fields.ts';
import { LIST_PAGE, pageQuery } from './page.ts';

/** Prefixes of OAuth tokens, which differ from a key's. */
export const ACCESS_TOKEN_PREFIX = 'bt_at_';
export const REFRESH_TOKEN_PREFIX = 'bt_rt_';

/** OAuth scopes. Without the second an app can only read. */
export const APP_SCOPES = ['tasks:read', 'tasks:write'] as const;

export const ConnectedApp = z.object({
  id: Id,
  name: z.string().meta({ description: 'What the app calls itself' }),
  host: z.string().nullable().meta({
    description: 'The site that vouches for the app; null for one that registered itself and is known by nobody',
  }),
  project_id: Id,
  project_name: z.string(),
  may_write: z.boolean(),
  connected_at: Timestamp,
  last_used_at: Timestamp.nullable().meta({ description: 'To the minute' }),
});
export type ConnectedApp = z.infer<typeof ConnectedApp>;

export const listMyApps = endpoint({
  id: 'listMyApps',
  method: 'GET',
  path: '/api/me/apps',
  access: 'user',
  summary: 'The apps that signed in for the account, each with its project',
  query: pageQuery(LIST_PAGE),
  answer: z.array(ConnectedApp),
});

export const revokeMyApp = endpoint({
  id: 'revokeMyApp',
  method: 'DELETE',
  path: '/api/me/apps/:id',
  access: 'user',
  summary: 'Disconnect an app; its next call is refused',
  params: z.strictObject({ id: Id }),
  answer: Nothing,
  errors: ['NOT_FOUND'],
});
