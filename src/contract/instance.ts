import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Timestamp } from './fields.ts';
import { InstanceKind } from './instance-kind.ts';
import { LIST_PAGE, pageQuery } from './page.ts';
import { Offer } from './subscription.ts';

export const InstanceInfo = z.object({
  product: z.string(),
  version: z.string(),
  google: z.boolean().meta({ description: 'Whether Google sign-in is configured' }),
  passkeys: z.boolean().meta({ description: 'Whether browsers can have passkeys for this address' }),
  kind: InstanceKind.nullable().meta({ description: 'null: nobody has answered, and it is run as a service' }),
  sign_up: z
    .enum(['open', 'closed', 'domain'])
    .meta({ description: 'closed: for invited addresses; domain: also for those of the allowed domains' }),
  offer: Offer.nullable().meta({ description: 'What Pro costs; null: payment is not set up, and nothing is sold' }),
  outbox: z.boolean().meta({ description: 'Whether this caller may read the outbox (no SMTP, asked from loopback)' }),
});
export type InstanceInfo = z.infer<typeof InstanceInfo>;

export const ProbeState = z.enum(['ready', 'connected', 'active', 'not configured', 'failing']);
export const Probe = z.object({ name: z.string(), state: ProbeState, detail: z.string() });
export type Probe = z.infer<typeof Probe>;

export const OutboxMail = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  created_at: Timestamp,
});
export type OutboxMail = z.infer<typeof OutboxMail>;

export const getInstance = endpoint({
  id: 'getInstance',
  method: 'GET',
  path: '/api/instance',
  access: 'public',
  summary: 'What this instance offers before anyone has signed in',
  answer: InstanceInfo,
});

export const getSetupStatus = endpoint({
  id: 'getSetupStatus',
  method: 'GET',
  path: '/api/setup-status',
  access: 'user',
  summary: 'Probes the parts of this instance: database, mail, AI engine, realtime, payments',
  answer: z.array(Probe),
});

export const listOutbox = endpoint({
  id: 'listOutbox',
  method: 'GET',
  path: '/api/outbox',
  access: 'public',
  summary: 'The newest mails of an instance without SMTP; answered only to requests from the machine itself',
  query: pageQuery(LIST_PAGE),
  answer: z.array(OutboxMail),
  errors: ['NOT_FOUND'],
});
