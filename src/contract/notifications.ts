import { z } from 'zod';
import { ADDRESS_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nothing, Timestamp, requiredText } from './fields.ts';

export const NotificationKind = z
  .enum(['needs_you', 'agent_stopped', 'plan_finished', 'run_ended'])
  .meta({ description: 'needs_you: an agent asks, or a task is blocked' });
export type NotificationKind = z.infer<typeof NotificationKind>;

const Switches = z.strictObject({
  needs_you: z.boolean(),
  agent_stopped: z.boolean(),
  plan_finished: z.boolean(),
  run_ended: z.boolean(),
});
export type NotificationSwitches = z.infer<typeof Switches>;

/** What a person is told about a project, and how. */
export const NotificationChoice = z.object({
  email: Switches.meta({ description: 'needs_you is on unless it was switched off, or the project is the example' }),
  browser: Switches.meta({ description: 'All are off unless they were switched on' }),
  sends_mail: z.boolean().meta({ description: 'false: this instance has no mail server, and nothing is mailed' }),
});
export type NotificationChoice = z.infer<typeof NotificationChoice>;

const ProjectPath = z.strictObject({ id: Id });

export const getNotifications = endpoint({
  id: 'getNotifications',
  method: 'GET',
  path: '/api/projects/:id/notifications',
  access: 'user',
  summary: 'What the signed-in person is told about a project, by email and in the browser',
  params: ProjectPath,
  answer: NotificationChoice,
  errors: ['NOT_FOUND'],
});

export const saveNotifications = endpoint({
  id: 'saveNotifications',
  method: 'PUT',
  path: '/api/projects/:id/notifications',
  access: 'user',
  summary: 'Switch notifications on or off for the signed-in person; those that are left out stay as they are',
  params: ProjectPath,
  body: z.strictObject({ email: Switches.partial().optional(), browser: Switches.partial().optional() }),
  answer: NotificationChoice,
  errors: ['NOT_FOUND'],
});

export const WebhookFormat = z
  .enum(['json', 'slack'])
  .meta({ description: 'slack: text and blocks, as incoming webhooks of Slack take them' });
export type WebhookFormat = z.infer<typeof WebhookFormat>;

/** The outgoing webhook of a project, without its secret. */
export const Webhook = z.object({
  address: z.string(),
  format: WebhookFormat,
  kinds: z.array(NotificationKind),
  enabled: z.boolean(),
  secret_end: z.string().meta({ description: 'The last four characters of the secret' }),
  failing: z.boolean().meta({ description: 'The last five tries failed; a success clears it' }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Webhook = z.infer<typeof Webhook>;

/** What is kept about a person's notifications of one project, as it is exported: nothing of the webhook's secret. */
export const NotificationExport = NotificationChoice.pick({ email: true, browser: true }).extend({
  project_id: Id,
  webhook: Webhook.omit({ secret_end: true, failing: true }).nullable(),
});
export type NotificationExport = z.infer<typeof NotificationExport>;

export const WebhookAnswer = z.object({
  webhook: Webhook.nullable(),
  allows_private: z.boolean().meta({ description: 'The administrator allows http and addresses of private networks' }),
});
export type WebhookAnswer = z.infer<typeof WebhookAnswer>;

const Secret = z.string().meta({ description: 'Signs every delivery. Answered this one time only' });

export const getWebhook = endpoint({
  id: 'getWebhook',
  method: 'GET',
  path: '/api/projects/:id/webhook',
  access: 'user',
  summary: 'The outgoing webhook of a project',
  params: ProjectPath,
  answer: WebhookAnswer,
  errors: ['NOT_FOUND'],
});

export const saveWebhook = endpoint({
  id: 'saveWebhook',
  method: 'PUT',
  path: '/api/projects/:id/webhook',
  access: 'user',
  summary: 'Set the outgoing webhook of a project; the answer to the first time has its secret',
  params: ProjectPath,
  body: z.strictObject({
    address: requiredText(ADDRESS_MAX),
    format: WebhookFormat,
    kinds: z.array(NotificationKind).max(NotificationKind.options.length),
    enabled: z.boolean(),
  }),
  answer: z.object({ webhook: Webhook, secret: Secret.nullable() }),
  errors: ['NOT_FOUND', 'CONFLICT', 'USAGE_LIMIT_EXCEEDED'],
});

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/projects/:id/webhook',
  access: 'user',
  summary: 'Remove the outgoing webhook of a project with its secret and its deliveries',
  params: ProjectPath,
  answer: Nothing,
  errors: ['NOT_FOUND'],
});

export const replaceWebhookSecret = endpoint({
  id: 'replaceWebhookSecret',
  method: 'POST',
  path: '/api/projects/:id/webhook/secret',
  access: 'user',
  summary: 'Replace the secret of the webhook: from now on deliveries are signed with the new one',
  params: ProjectPath,
  answer: z.object({ webhook: Webhook, secret: Secret }),
  errors: ['NOT_FOUND'],
});

export const WebhookDelivery = z.object({
  id: Id,
  type: z.enum([...NotificationKind.options, 'test']),
  state: z.enum(['pending', 'delivered', 'failed', 'dropped']),
  tries: z.int(),
  tries_max: z.int(),
  status: z.int().nullable().meta({ description: 'What the receiver answered to the last try; null: no answer' }),
  duration_ms: z.int().nullable(),
  error: z.string().nullable().meta({ description: 'Why the last try failed' }),
  response: z.string().nullable().meta({ description: 'The beginning of the last answer' }),
  created_at: Timestamp,
  tried_at: Timestamp.nullable(),
  next_at: Timestamp.nullable().meta({ description: 'When it is tried next; null: it is not' }),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const listWebhookDeliveries = endpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/projects/:id/webhook/deliveries',
  access: 'user',
  summary: 'The last 20 deliveries of the webhook, newest first',
  params: ProjectPath,
  answer: z.array(WebhookDelivery),
  errors: ['NOT_FOUND'],
});

export const testWebhook = endpoint({
  id: 'testWebhook',
  method: 'POST',
  path: '/api/projects/:id/webhook/test',
  access: 'user',
  summary: 'Send a test delivery, tried once, also while the webhook is off',
  params: ProjectPath,
  answer: WebhookDelivery,
  errors: ['NOT_FOUND', 'CONFLICT'],
});

export const resendWebhookDelivery = endpoint({
  id: 'resendWebhookDelivery',
  method: 'POST',
  path: '/api/projects/:id/webhook/deliveries/:deliveryId/resend',
  access: 'user',
  summary: 'Send a delivery once more, under the same id; one that waits for its next try is sent now',
  params: ProjectPath.extend({ deliveryId: Id }),
  answer: WebhookDelivery,
  errors: ['NOT_FOUND', 'CONFLICT'],
});
