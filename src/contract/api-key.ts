import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp, requiredText } from './fields.ts';
import { LIST_PAGE, countedPageQuery } from './page.ts';

export const API_KEY_PREFIX = 'baton_';
const RANDOM_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^baton_[0-9A-Za-z]{40}$/;

/** A key of random base62 characters, of which the last six are a checksum against typos. */
export function composeApiKey(randomBytes: (count: number) => Uint8Array): string {
  let random = '';
  while (random.length < RANDOM_LENGTH)
    for (const byte of randomBytes(RANDOM_LENGTH * 2))
      // Rejection sampling: 248 is the largest multiple of 62 in a byte; using the rest would bias some characters.
      if (byte < 248 && random.length < RANDOM_LENGTH) random += DIGITS[byte % 62];
  const body = `${API_KEY_PREFIX}${random}`;
  return body + checksumOf(body);
}

/** Checks form and checksum, without a look-up. */
export function isApiKey(value: string): boolean {
  return SHAPE.test(value) && value.endsWith(checksumOf(value.slice(0, -CHECKSUM_LENGTH)));
}

/** The first four and the last four characters; a short key is masked entirely. */
export function maskKey(key: string): string {
  if (key.length <= 8) return '•'.repeat(key.length);
  return `${key.slice(0, 4)}${'•'.repeat(20)}${key.slice(-4)}`;
}

/** CRC-32 of the text, in base62. */
function checksumOf(value: string): string {
  let crc = 0xff_ff_ff_ff;
  for (let place = 0; place < value.length; place += 1) {
    crc ^= value.charCodeAt(place);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  let rest = (crc ^ 0xff_ff_ff_ff) >>> 0;
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = (DIGITS[rest % 62] ?? '0') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

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
  summary: 'Whether a key is the caller’s own and works',
  body: z.strictObject({ apiKey: requiredText(200) }),
  answer: z.object({
    valid: z.boolean(),
    reason: z.enum(['malformed', 'checksum', 'unknown']).nullable(),
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
