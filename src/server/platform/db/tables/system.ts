import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';

/** A single row: the administrator's settings. The defaults are the specification's. */
export const systemSettings = pgTable(
  'system_settings',
  {
    id: integer('id').primaryKey().default(1),
    mcpToolCallsPerHour: integer('mcp_tool_calls_per_hour').notNull().default(1000),
    maxRequestsPerMinute: integer('max_requests_per_minute').notNull().default(60),
    maxTasksPerProject: integer('max_tasks_per_project').notNull().default(1000),
    claudeModel: text('claude_model').notNull().default('claude-3-sonnet'),
    maintenanceMode: boolean('maintenance_mode').notNull().default(false),
    maintenanceMessage: text('maintenance_message')
      .notNull()
      .default('System maintenance in progress. Please try again later.'),
    lastModified: instant('last_modified'),
    modifiedBy: text('modified_by'),
    /** The kind of instance; null until the first administrator has chosen. */
    instanceKind: text('instance_kind').$type<'team' | 'service'>(),
    signUpBy: text('sign_up_by').notNull().default('invited').$type<'invited' | 'domain'>(),
    allowedDomains: text('allowed_domains')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Use the embedded planner although a model is configured. */
    builtInPlanner: boolean('built_in_planner').notNull().default(false),
    /** Webhooks may go to http and to private addresses. */
    privateWebhooks: boolean('private_webhooks').notNull().default(false),
    /** When the first administrator completed the set-up screen. */
    setUpAt: instant('set_up_at'),
  },
  (t) => [
    check('system_settings_one_row', sql`${t.id} = 1`),
    check('system_settings_instance_kind', sql`${t.instanceKind} in ('team', 'service')`),
    check('system_settings_sign_up_by', sql`${t.signUpBy} in ('invited', 'domain')`),
    check('system_settings_allowed_domains', sql`cardinality(${t.allowedDomains}) <= 20`),
  ],
);

/** A single row: verifies that every server on this database has the same secret. */
export const instance = pgTable(
  'instance',
  {
    id: integer('id').primaryKey().default(1),
    secretFingerprint: text('secret_fingerprint').notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('instance_one_row', sql`${t.id} = 1`)],
);

const level = () => text('level').notNull().$type<'error' | 'critical'>();
const category = () => text('category').notNull().$type<'database' | 'auth' | 'service' | 'api'>();

/** Errors grouped by fingerprint; with the details of the last occurrence. */
export const errorGroups = pgTable(
  'error_groups',
  {
    id: uuid('id').primaryKey(),
    fingerprint: text('fingerprint').notNull().unique(),
    level: level(),
    category: category(),
    message: text('message').notNull(),
    seen: integer('seen').notNull(),
    firstSeen: instant('first_seen').notNull(),
    lastSeen: instant('last_seen').notNull(),
    requestId: text('request_id'),
    context: jsonb('context'),
    resolved: boolean('resolved').notNull().default(false),
    resolvedBy: text('resolved_by'),
    resolvedAt: instant('resolved_at'),
  },
  (t) => [
    index('error_groups_latest').on(t.lastSeen.desc(), t.id.desc()),
    index('error_groups_by_resolved').on(t.resolved, t.lastSeen.desc(), t.id.desc()),
    index('error_groups_by_level').on(t.level, t.lastSeen.desc(), t.id.desc()),
    index('error_groups_by_category').on(t.category, t.lastSeen.desc(), t.id.desc()),
    check('error_groups_level', sql`${t.level} in ('error', 'critical')`),
    check('error_groups_category', sql`${t.category} in ('database', 'auth', 'service', 'api')`),
  ],
);

/** Number of error groups, maintained by a trigger. New ones are rare, so the counter is not striped. */
export const errorCounts = pgTable(
  'error_counts',
  {
    level: level(),
    category: category(),
    resolved: boolean('resolved').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.level, t.category, t.resolved] })],
);

/** Every occurrence of an error. */
export const errorLogs = pgTable(
  'error_logs',
  {
    id: uuid('id').primaryKey(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => errorGroups.id, { onDelete: 'cascade' }),
    level: level(),
    category: category(),
    message: text('message').notNull(),
    requestId: text('request_id'),
    context: jsonb('context'),
    timestamp: instant('timestamp').notNull(),
  },
  (t) => [
    index('error_logs_newest').on(t.timestamp.desc(), t.id.desc()),
    index('error_logs_of_group').on(t.groupId, t.timestamp.desc()),
    check('error_logs_level', sql`${t.level} in ('error', 'critical')`),
    check('error_logs_category', sql`${t.category} in ('database', 'auth', 'service', 'api')`),
  ],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    actor: jsonb('actor').notNull(),
    action: text('action').notNull(),
    subject: text('subject'),
    outcome: text('outcome').notNull().default('done').$type<'done' | 'failed'>(),
    durationMs: integer('duration_ms'),
    detail: jsonb('detail'),
    createdAt: createdAt(),
  },
  (t) => [
    index('audit_log_newest').on(t.createdAt.desc(), t.id.desc()),
    index('audit_log_of_subject').on(t.subject, t.createdAt.desc(), t.id.desc()),
    check('audit_log_outcome', sql`${t.outcome} in ('done', 'failed')`),
  ],
);

/** The theoretical arrival time of the next request (GCRA): one row per limited subject, without windows. */
export const rateLimits = pgTable(
  'rate_limits',
  { subject: text('subject').primaryKey(), arrival: instant('arrival').notNull() },
  (t) => [index('rate_limits_arrival').on(t.arrival)],
);

export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: uuid('id').primaryKey(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    link: text('link'),
    createdAt: createdAt(),
  },
  (t) => [index('outbox_mails_newest').on(t.createdAt.desc(), t.id.desc())],
);

/**
 * Accounts and projects created per day, and accounts last active on it, in UTC, as striped counters; maintained by
 * triggers.
 */
export const dayCounts = pgTable(
  'day_counts',
  {
    subject: text('subject').notNull().$type<'accounts' | 'projects' | 'last active'>(),
    day: date('day').notNull(),
    stripe: smallint('stripe').notNull(),
    n: bigint('n', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.day, t.stripe] })],
);
