import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { createdAt, instant, updatedAt } from './columns.ts';
import { projects } from './projects.ts';

/**
 * An account's keys, each stored as a hash and a mask. The current task, the one last claimed and still held, is
 * computed from the batons by a function: `users_api_key.current_task_id`.
 */
export const usersApiKey = pgTable(
  'users_api_key',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull().default('default'),
    apiKeyHash: text('api_key_hash').notNull(),
    maskedKey: text('masked_key').notNull(),
    /** The only project it works in. */
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'cascade' }),
    isReadOnly: boolean('is_read_only').notNull().default(false),
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    lastUsedBy: text('last_used_by'),
    lastUsedFrom: text('last_used_from'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('users_api_key_hash').on(t.apiKeyHash),
    uniqueIndex('users_api_key_name').on(t.userId, sql`lower(${t.name})`),
    index('users_api_key_of_project').on(t.projectId),
  ],
);

/** One row per call of an agent, written in batches. */
export const mcpLogs = pgTable(
  'mcp_logs',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    command: text('command').notNull(),
    statusCode: integer('status_code').notNull(),
    responseTimeMs: integer('response_time_ms').notNull(),
    agent: text('agent').notNull(),
    /** The name of the key it came by, as it was then; null for an app that signed in. */
    keyName: text('key_name'),
    bytesOut: integer('bytes_out').notNull(),
    insertedAt: instant('inserted_at').notNull(),
    /** Whether the command exists; clients may send anything, and unknown names are not counted by name. */
    isKnown: boolean('is_known').notNull().default(true),
  },
  (t) => [
    index('mcp_logs_newest').on(t.insertedAt.desc(), t.id.desc()),
    index('mcp_logs_of_user').on(t.userId, t.insertedAt.desc()),
    index('mcp_logs_failed')
      .on(t.insertedAt.desc())
      .where(sql`${t.statusCode} >= 400`),
    index('mcp_logs_of_project').on(t.projectId, t.insertedAt.desc(), t.id.desc()),
    index('mcp_logs_of_command').on(t.command, t.insertedAt.desc(), t.id.desc()),
  ],
);

/** Calls per hour. A trigger on the calls maintains both roll-ups, so that charts need not read the calls. */
export const callHours = pgTable('call_hours', {
  hour: instant('hour').primaryKey(),
  calls: integer('calls').notNull(),
  errors: integer('errors').notNull(),
});

/** Histogram of response times per account and hour, rounded up to two digits. */
export const callTimes = pgTable(
  'call_times',
  {
    hour: instant('hour').notNull(),
    command: text('command').notNull(),
    ms: integer('ms').notNull(),
    calls: integer('calls').notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.command, t.ms] })],
);

/** Which agents have called for which project, so that a person sees the first call arrive. */
export const agentSightings = pgTable(
  'agent_sightings',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    agent: text('agent').notNull(),
    firstCallAt: instant('first_call_at'),
    lastCallAt: instant('last_call_at'),
    calls: bigint('calls', { mode: 'number' }).notNull().default(0),
    problem: text('problem'),
    problemAt: instant('problem_at'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.agent] })],
);

/** Microseconds: an emission interval is seldom a whole number of milliseconds, and rounding up would lose one call. */
const exactInstant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 6 });

/**
 * Rate limiter state (GCRA): when a key's allowances are full again, by hour and by minute. Unlogged: no write-ahead
 * log, so counting does not wait for the disk; after a crash everybody starts with a full allowance.
 */
export const agentAllowances = pgTable('agent_allowances', {
  userId: uuid('user_id').primaryKey(),
  hour: exactInstant('hour').notNull(),
  minute: exactInstant('minute').notNull(),
});
