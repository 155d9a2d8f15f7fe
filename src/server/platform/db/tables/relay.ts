import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { EventActor } from '#contract/fields.ts';
import type { RunEnd, RunOutcome } from '#contract/run.ts';
import type { WorkPlace } from '#contract/proof.ts';
import { instant } from './columns.ts';
import { projects } from './projects.ts';

/** Runs of `baton run`. Their ids are made by the runner and sort by time. */
export const runs = pgTable(
  'runs',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    startedBy: jsonb('started_by').notNull().$type<EventActor>(),
    host: text('host').notNull(),
    clients: text('clients').array().notNull(),
    parallel: smallint('parallel').notNull(),
    baseBranch: text('base_branch'),
    isMerging: boolean('is_merging').notNull(),
    verifyCommand: text('verify_command'),
    isDemo: boolean('is_demo').notNull(),
    firstWorker: integer('first_worker').notNull(),
    startedAt: instant('started_at').notNull(),
    lastBeatAt: instant('last_beat_at').notNull(),
    endedAt: instant('ended_at'),
    end: text('end').$type<RunEnd>(),
    isPaused: boolean('is_paused').notNull().default(false),
    stop: text('stop').$type<'finish' | 'stop'>(),
    askedBy: text('asked_by'),
    done: integer('done').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    givenBack: integer('given_back').notNull().default(0),
    insertions: integer('insertions').notNull().default(0),
    deletions: integer('deletions').notNull().default(0),
    tokens: bigint('tokens', { mode: 'number' }),
    costUsd: doublePrecision('cost_usd'),
  },
  (t) => [
    index('runs_of_project').on(t.projectId, t.id),
    index('runs_at_work')
      .on(t.lastBeatAt)
      .where(sql`${t.endedAt} is null`),
  ],
);

/** What runs did, one row for each try of a task. */
export const runResults = pgTable(
  'run_results',
  {
    id: uuid('id').primaryKey(),
    runId: uuid('run_id')
      .notNull()
      .references(() => runs.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** No foreign key: what happened to a deleted task stays told. */
    taskId: uuid('task_id').notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    worker: text('worker').notNull(),
    fence: bigint('fence', { mode: 'number' }).notNull(),
    try: smallint('try').notNull(),
    tries: smallint('tries').notNull(),
    outcome: text('outcome').notNull().$type<RunOutcome>(),
    reason: text('reason').notNull(),
    isVerified: boolean('is_verified').notNull(),
    verifyCommand: text('verify_command'),
    mergedInto: text('merged_into'),
    work: jsonb('work').$type<WorkPlace>(),
    seconds: integer('seconds').notNull(),
    tokens: bigint('tokens', { mode: 'number' }),
    costUsd: doublePrecision('cost_usd'),
    at: instant('at').notNull(),
  },
  (t) => [
    index('run_results_of_run').on(t.runId, t.id),
    index('run_results_of_project').on(t.projectId, t.id),
    index('run_results_of_task').on(t.taskId, t.id),
    // A repeated call of the runner writes nothing twice.
    unique('run_results_once').on(t.runId, t.taskId, t.fence, t.try, t.outcome),
  ],
);
