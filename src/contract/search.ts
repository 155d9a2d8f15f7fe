import { z } from 'zod';
import { SEARCH_QUERY_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp, requiredText } from './fields.ts';
import { NoteType } from './note.ts';

const Snippet = z.array(z.object({ text: z.string(), hit: z.boolean() }));

export const SearchHit = z.object({
  kind: z.enum(['task', 'note', 'prd']),
  id: Id,
  task_id: Id.nullable(),
  task_number: z.int().nullable(),
  title: z.string().meta({ description: 'The task’s title; for a note its task’s, for the PRD the heading' }),
  note_type: NoteType.nullable(),
  superseded: z.boolean(),
  lines: z.object({ start: z.int(), end: z.int() }).nullable(),
  snippet: Snippet,
  rank: z.number(),
  updated_at: Timestamp,
});
export type SearchHit = z.infer<typeof SearchHit>;

export const searchProject = endpoint({
  id: 'searchProject',
  method: 'GET',
  path: '/api/projects/:id/search',
  access: 'caller',
  summary: 'Find words in tasks, notes and the PRD: ranked, with the hit marked; T12 finds the task of that number',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({
    q: requiredText(SEARCH_QUERY_MAX),
    limit: z.coerce.number().int().min(1).max(50).default(20),
    cursor: z.coerce.number().int().min(1).max(1_000).optional().meta({ description: 'How many hits to skip' }),
  }),
  answer: z.object({ hits: z.array(SearchHit), nextCursor: z.int().nullable() }),
  errors: ['NOT_FOUND'],
});
