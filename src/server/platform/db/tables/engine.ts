import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ErrorCode, ErrorType } from '#contract/errors.ts';
import type { PlannerName } from '#contract/generation.ts';
import { users } from './auth.ts';
import { createdAt, instant } from './columns.ts';
import { projects } from './projects.ts';

/** The usage reserved for a run, so that exactly that can be refunded. */
export interface ReservedUsage {
  day: string;
  month: string;
  prdUploads: number;
  taskGenerations: number;
  /** Hash of what the model was asked. */
  asked?: string;
  /** The preview of the same input, which has already been charged. */
  paidBy?: string;
}

/** Runs of the planner. The unique session id makes requests idempotent: sent twice, it runs once. */
export const generationRuns = pgTable(
  'generation_runs',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A preview plans with a model as well, but does not change the plan. */
    kind: text('kind').notNull().$type<'plan' | 'preview'>(),
    sessionId: text('session_id').notNull(),
    status: text('status').notNull().$type<'running' | 'completed' | 'failed'>(),
    planner: text('planner').notNull().$type<PlannerName>(),
    model: text('model'),
    clearExisting: boolean('clear_existing').notNull(),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    costUsd: numeric('cost_usd', { precision: 12, scale: 6, mode: 'number' }),
    tasksCreated: integer('tasks_created'),
    reserved: jsonb('reserved').$type<ReservedUsage>(),
    error: text('error'),
    errorType: text('error_type').$type<ErrorType>(),
    errorCode: text('error_code').$type<ErrorCode>(),
    answer: jsonb('answer'),
    createdAt: createdAt(),
    /** Heartbeat of the server that runs it. */
    heartbeatAt: instant('heartbeat_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    unique('generation_runs_session').on(t.projectId, t.kind, t.sessionId),
    uniqueIndex('generation_runs_one_at_a_time')
      .on(t.projectId)
      .where(sql`${t.status} = 'running' and ${t.kind} = 'plan'`),
    index('generation_runs_under_way')
      .on(t.heartbeatAt)
      .where(sql`${t.status} = 'running'`),
    index('generation_runs_of_user').on(t.userId, t.createdAt.desc()),
    index('generation_runs_finished_at').on(t.finishedAt),
    index('generation_runs_failed')
      .on(t.finishedAt)
      .where(sql`${t.status} = 'failed'`),
    index('generation_runs_looked_at')
      .on(t.finishedAt)
      .where(sql`${t.kind} = 'preview' and ${t.answer} is not null`),
    check('generation_runs_kind', sql`${t.kind} in ('plan', 'preview')`),
    check('generation_runs_status', sql`${t.status} in ('running', 'completed', 'failed')`),
  ],
);

/** Cache of a model's answers to parts of a draft, by input: a retry continues from there. */
export const generationChunks = pgTable(
  'generation_chunks',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    value: jsonb('value').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.hash] }), index('generation_chunks_created_at').on(t.createdAt)],
);
