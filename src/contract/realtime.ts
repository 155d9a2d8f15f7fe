import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';

const Since = z.strictObject({
  since: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Go on after this sequence number; the Last-Event-ID header does the same' }),
});
const EventStream = z.string().meta({ contentMediaType: 'text/event-stream' });

export const followAccount = endpoint({
  id: 'followAccount',
  method: 'GET',
  path: '/api/me/events',
  access: 'user',
  summary:
    'What changes in the caller’s account and list of projects, as Server-Sent Events; restart where what was asked for is no longer kept: read everything anew',
  query: Since,
  answer: EventStream,
});

export const followProject = endpoint({
  id: 'followProject',
  method: 'GET',
  path: '/api/projects/:id/events',
  access: 'caller',
  summary:
    'What changes in a project, as Server-Sent Events; restart where what was asked for is no longer kept: read everything anew',
  params: z.strictObject({ id: Id }),
  query: Since,
  answer: EventStream,
  errors: ['NOT_FOUND'],
});
