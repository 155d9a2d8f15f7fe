import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { NotificationKind, NotificationSwitches, WebhookFormat } from '#contract/notifications.ts';
import { users } from './auth.ts';
import { createdAt, instant, updatedAt } from './columns.ts';
import { projects } from './projects.ts';

export type OccurrenceKind = 'asked' | 'blocked' | 'stopped' | 'plan_finished' | 'run_ended';

/** What is told about an occurrence, kept until it was sent. */
export interface Told {
  taskId: string | null;
  taskNumber: number | null;
  taskTitle: string | null;
  agent: string | null;
  text: string;
}

const projectId = () =>
  uuid('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' });
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** The switches that a person has set; those that are missing have their default. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    userId: userId(),
    projectId: projectId(),
    email: jsonb('email').notNull().default({}).$type<Partial<NotificationSwitches>>(),
    browser: jsonb('browser').notNull().default({}).$type<Partial<NotificationSwitches>>(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.projectId] }), index('notification_choices_of_project').on(t.projectId)],
);

/** Outbox: what is to be mailed to a person. Settled rows are kept for a while, so that nothing is entered twice. */
export const notificationMails = pgTable(
  'notification_mails',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    projectId: projectId(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    kind: text('kind').notNull().$type<OccurrenceKind>(),
    told: jsonb('told').notNull().$type<Told>(),
    at: instant('at').notNull(),
    /** A mail is sent no earlier; until then the question may be answered. */
    dueAt: instant('due_at').notNull(),
    settledAt: instant('settled_at'),
    /** moot: no longer true, no longer wanted or a day old when its mail could be sent. */
    outcome: text('outcome').$type<'sent' | 'moot'>(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('notification_mails_once').on(t.projectId, t.seq, t.kind, t.userId),
    index('notification_mails_due')
      .on(t.dueAt, t.userId)
      .where(sql`${t.settledAt} is null`),
    index('notification_mails_of_user').on(t.userId, t.settledAt),
    index('notification_mails_oldest').on(t.createdAt),
  ],
);

/** Per person: when the next mail may be sent, and the lease of the server that sends one. */
export const notificationMailings = pgTable('notification_mailings', {
  userId: userId().primaryKey(),
  /** Until then occurrences are gathered for the next mail, or a refused mail is not tried again. */
  notBefore: instant('not_before').notNull(),
  leaseUntil: instant('lease_until'),
  /** Refusals of the mail server in a row, for the backoff. */
  failures: integer('failures').notNull().default(0),
});

/** One outgoing webhook per project. */
export const projectWebhooks = pgTable(
  'project_webhooks',
  {
    projectId: projectId().primaryKey(),
    address: text('address').notNull(),
    format: text('format').notNull().$type<WebhookFormat>(),
    kinds: text('kinds').array().notNull().$type<NotificationKind>(),
    enabled: boolean('enabled').notNull(),
    /** Encrypted with the secret of the instance. */
    sealedSecret: text('sealed_secret').notNull(),
    secretEnd: text('secret_end').notNull(),
    /** Failed tries in a row. */
    failures: integer('failures').notNull().default(0),
    /** The lease of the server that delivers: one delivery at a time for each receiver. */
    leaseUntil: instant('lease_until'),
    /** Of several receivers with something to deliver, the one that waits longest is next. */
    servedAt: instant('served_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [check('project_webhooks_format', sql`${t.format} in ('json', 'slack')`)],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projectWebhooks.projectId, { onDelete: 'cascade' }),
    /** Null for a test. */
    seq: bigint('seq', { mode: 'number' }),
    kind: text('kind').notNull().$type<OccurrenceKind | 'test'>(),
    told: jsonb('told').notNull().$type<Told>(),
    at: instant('at').notNull(),
    state: text('state').notNull().default('pending').$type<'pending' | 'delivered' | 'failed' | 'dropped'>(),
    /** A person asked for it and is looking: it is tried once. */
    isManual: boolean('is_manual').notNull().default(false),
    tries: smallint('tries').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    triedAt: instant('tried_at'),
    status: integer('status'),
    durationMs: integer('duration_ms'),
    error: text('error'),
    response: text('response'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('webhook_deliveries_once').on(t.projectId, t.seq, t.kind),
    index('webhook_deliveries_newest').on(t.projectId, t.createdAt.desc(), t.id.desc()),
    index('webhook_deliveries_due')
      .on(t.nextAt, t.projectId)
      .where(sql`${t.state} = 'pending'`),
    index('webhook_deliveries_waiting')
      .on(t.projectId, t.nextAt)
      .where(sql`${t.state} = 'pending'`),
    index('webhook_deliveries_oldest').on(t.createdAt),
    check('webhook_deliveries_state', sql`${t.state} in ('pending', 'delivered', 'failed', 'dropped')`),
  ],
);
