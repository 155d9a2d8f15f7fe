import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';

/** One row: what an administrator can set. The columns' defaults are the specification's. */
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
  },
  (t) => [check('system_settings_one_row', sql`${t.id} = 1`)],
);

/** One row: proves that every server on this database signs with the same secret. */
export const instance = pgTable(
  'instance',
  {
    id: integer('id').primaryKey().default(1),
    secretFingerprint: text('secret_fingerprint').notNull(),
    createdAt: createdAt(),
  },
  (t) => [check('instance_one_row', sql`${t.id} = 1`)],
);

export const errorLogs = pgTable(
  'error_logs',
  {
    id: uuid('id').primaryKey(),
    level: text('level').notNull().$type<'error' | 'critical'>(),
    category: text('category').notNull().$type<'database' | 'auth' | 'service' | 'api'>(),
    message: text('message').notNull(),
    fingerprint: text('fingerprint').notNull(),
    requestId: text('request_id'),
    context: jsonb('context'),
    resolved: boolean('resolved').notNull().default(false),
    timestamp: instant('timestamp').notNull(),
  },
  (t) => [
    index('error_logs_newest').on(t.timestamp.desc(), t.id.desc()),
    index('error_logs_unresolved')
      .on(t.timestamp.desc(), t.id.desc())
      .where(sql`not ${t.resolved}`),
    index('error_logs_fingerprint').on(t.fingerprint),
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
    detail: jsonb('detail'),
    createdAt: createdAt(),
  },
  (t) => [index('audit_log_newest').on(t.createdAt.desc(), t.id.desc())],
);

/** The theoretical arrival time of the next request (GCRA): one row per limited subject, no windows, no edges. */
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
