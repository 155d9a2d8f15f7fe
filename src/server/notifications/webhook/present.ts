import type { Webhook, WebhookDelivery } from '#contract/notifications.ts';
import type { Id } from '#contract/fields.ts';
import { KIND_OF } from '../occurrence.ts';
import type { DeliveryRow, WebhookRow } from './queries.ts';
import { FAILING_FROM, TRIES_MAX } from './rules.ts';

export const presentWebhook = (row: WebhookRow): Webhook => ({
  address: row.address,
  format: row.format,
  kinds: row.kinds,
  enabled: row.enabled,
  secret_end: row.secretEnd,
  failing: row.failures >= FAILING_FROM,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id as Id,
  type: row.kind === 'test' ? row.kind : KIND_OF[row.kind],
  state: row.state,
  tries: row.tries,
  tries_max: row.isManual ? 1 : TRIES_MAX,
  status: row.status,
  duration_ms: row.durationMs,
  error: row.error,
  response: row.response,
  created_at: row.createdAt.toISOString(),
  tried_at: row.triedAt?.toISOString() ?? null,
  next_at: row.state === 'pending' ? row.nextAt.toISOString() : null,
});
