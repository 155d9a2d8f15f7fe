import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp, requiredText } from './fields.ts';
import { LIST_PAGE, countedPageQuery } from './page.ts';

export const ApiKeyInfo = z.object({
  hasApiKey: z.boolean(),
  maskedKey: z.string().nullable(),
  createdAt: Timestamp.nullable(),
  updatedAt: Timestamp.nullable(),
});
export type ApiKeyInfo = z.infer<typeof ApiKeyInfo>;

export const NewApiKey = z.object({
  apiKey: z.string().meta({ description: 'The whole key; it is told this once and kept only as a hash' }),
  maskedKey: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type NewApiKey = z.infer<typeof NewApiKey>;

export const getApiKey = endpoint({
  id: 'getApiKey',
  method: 'GET',
  path: '/api/auth/api-key',
  access: 'user',
  summary: 'Whether the account has an API key, and its first and last characters',
  answer: ApiKeyInfo,
});

export const generateApiKey = endpoint({
  id: 'generateApiKey',
  method: 'POST',
  path: '/api/auth/api-key',
  access: 'user',
  summary: 'Make the account’s API key; it is shown in full once',
  answer: NewApiKey,
  errors: ['CONFLICT'],
});

export const regenerateApiKey = endpoint({
  id: 'regenerateApiKey',
  method: 'POST',
  path: '/api/auth/api-key/regenerate',
  access: 'user',
  summary: 'Replace the account’s API key; the old one stops working at once',
  answer: NewApiKey,
  errors: ['NOT_FOUND'],
});

export const verifyApiKey = endpoint({
  id: 'verifyApiKey',
  method: 'POST',
  path: '/api/auth/api-key/verify',
  access: 'caller',
  isReading: true,
  summary: 'Whether a key is the caller’s own and works',
  body: z.strictObject({ apiKey: requiredText(200) }),
  answer: z.object({
    valid: z.boolean(),
    reason: z.enum(['malformed', 'checksum', 'unknown', 'expired']).nullable(),
  }),
});

/** An agent that has called for a project, by name. */
export const AgentSighting = z.object({
  project_id: Id,
  agent: z.string(),
  first_call_at: Timestamp.nullable(),
  last_call_at: Timestamp.nullable(),
  calls: z.int(),
  problem: z.string().nullable().meta({ description: 'Why its last call was refused, if it was' }),
  problem_at: Timestamp.nullable(),
});
export type AgentSighting = z.infer<typeof AgentSighting>;

export const listAgents = endpoint({
  id: 'listAgents',
  method: 'GET',
  path: '/api/agents',
  access: 'user',
  summary: 'The agents that have called with the account’s key, the latest first',
  query: countedPageQuery(LIST_PAGE).extend({ project_id: Id.optional() }),
  answer: z.array(AgentSighting),
});
