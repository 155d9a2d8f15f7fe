import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  bytea,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { EventActor } from '#contract/fields.ts';
import type { Handover } from '#contract/plan.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { ListOrigin, TaskOrigin } from '#contract/plan-draft.ts';
import type { CheckSeen, DoneMeans, Work } from '#contract/proof.ts';
import type { Question } from '#contract/question.ts';
import type { Check } from '#contract/task.ts';
import { createdAt, instant, updatedAt } from './columns.ts';
import { projects } from './projects.ts';

/** The finish of an agent of a run, stored until the runner has verified the work. */
export interface Delivered {
  summary: string;
  files: string[];
  evidence: string;
  checks: CheckSeen[];
  at: string;
}

export const taskLists = pgTable(
  'task_lists',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    parentTaskId: uuid('parent_task_id').references((): AnyPgColumn => tasks.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    operationalBrief: text('operational_brief').notNull().default(''),
    depth: integer('depth').notNull().default(0),
    /** What generation last wrote here; null for a list created by hand. */
    origin: jsonb('origin').$type<ListOrigin>(),
    /** Number of its live tasks that are not complete; denormalised, maintained by triggers. */
    unfinished: integer('unfinished').notNull().default(0),
    /**
     * For a root list: number of live tasks with all subtasks; denormalised, maintained by triggers. Work in progress
     * is counted from the batons, so that a claim changes no counter here.
     */
    laneTotal: integer('lane_total').notNull().default(0),
    laneDone: integer('lane_done').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
    /** The task or list whose deletion cascaded to this one, so that undeleting restores exactly that. */
    deletedWith: uuid('deleted_with'),
  },
  (t) => [
    index('task_lists_of_project')
      .on(t.projectId, t.depth, t.createdAt)
      .where(sql`${t.deletedAt} is null`),
    index('task_lists_parent_task_id').on(t.parentTaskId),
    uniqueIndex('task_lists_one_per_task')
      .on(t.parentTaskId)
      .where(sql`${t.deletedAt} is null`),
    index('task_lists_deleted_with')
      .on(t.deletedWith)
      .where(sql`${t.deletedWith} is not null`),
    index('task_lists_deleted')
      .on(t.projectId)
      .where(sql`${t.deletedAt} is not null`),
    unique('task_lists_in_project').on(t.projectId, t.id),
  ],
);

export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    taskListId: uuid('task_list_id')
      .notNull()
      .references(() => taskLists.id, { onDelete: 'cascade' }),
    /** The root list of its tree: its lane. Maintained by triggers. */
    rootListId: uuid('root_list_id'),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    checks: jsonb('checks').notNull().default([]).$type<Check[]>(),
    prdStartLine: integer('prd_start_line'),
    prdEndLine: integer('prd_end_line'),
    status: text('status').notNull().default('open').$type<'open' | 'wip' | 'done'>(),
    /** Unique among live siblings by a deferred exclusion constraint, which only the migration's SQL can express. */
    orderInParent: integer('order_in_parent').notNull(),
    level: integer('level').notNull().default(0),
    isCompleted: boolean('is_completed').notNull().default(false),
    completedAt: instant('completed_at'),
    agentLock: instant('agent_lock'),
    /**
     * Why work on it stopped, as said by whoever stopped; cleared by the next change of its status, or when the block
     * is lifted.
     */
    blockedReason: text('blocked_reason'),
    /** A question to a person, with its answer once there is one. */
    question: jsonb('question').$type<Question>(),
    /** Waits for a person: readiness and counts use this generated column instead of the JSON. */
    isAsking: boolean('is_asking')
      .notNull()
      .generatedAlwaysAs(sql`question is not null and question ->> 'answer' is null`),
    /** Where the work is and how it was verified, as reported at the last finish. */
    work: jsonb('work').$type<Work>(),
    /** The handover from the last holder that lost its baton. */
    handover: jsonb('handover').$type<Handover>(),
    /** The requirements of the PRD it covers. */
    requirementIds: text('requirement_ids').array().notNull().default([]),
    isEnabler: boolean('is_enabler').notNull().default(false),
    prdState: text('prd_state').$type<'review' | 'orphaned'>(),
    /** What generation last wrote here: the base of the three-way merge of a later draft. */
    origin: jsonb('origin').$type<TaskOrigin>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
    deletedWith: uuid('deleted_with'),
  },
  (t) => [
    // No index contains the status, so that a claim or finish can be a heap-only update that writes to no index. None
    // has live tasks by project alone: it would be the smallest, and until the table is analysed the planner would
    // prefer it for every look-up by number or id, and read the whole project.
    index('tasks_of_list')
      .on(t.taskListId, t.orderInParent)
      .where(sql`${t.deletedAt} is null`),
    index('tasks_deleted_with')
      .on(t.deletedWith)
      .where(sql`${t.deletedWith} is not null`),
    index('tasks_deleted')
      .on(t.projectId)
      .where(sql`${t.deletedAt} is not null`),
    // Deleting a list for good cascades to its tasks, deleted ones included.
    index('tasks_in_list').on(t.taskListId),
    index('tasks_traced')
      .on(t.projectId)
      .where(sql`${t.deletedAt} is null and ${t.requirementIds} <> '{}'`),
    index('tasks_stopped')
      .on(t.projectId)
      .where(sql`${t.deletedAt} is null and (${t.blockedReason} is not null or ${t.isAsking})`),
    // What waits for a person. Without the tasks that a PRD defers, of which a plan may have thousands.
    index('tasks_waiting')
      .on(t.projectId)
      .where(
        sql`${t.deletedAt} is null and (${t.blockedReason} is not null or ${t.isAsking}) and ${t.blockedReason} is distinct from ${sql.raw(`'${PARKED_REASON}'`)}`,
      ),
    unique('tasks_in_project').on(t.projectId, t.id),
    unique('tasks_number').on(t.projectId, t.number),
    foreignKey({
      name: 'tasks_list_of_same_project',
      columns: [t.projectId, t.taskListId],
      foreignColumns: [taskLists.projectId, taskLists.id],
    }).onDelete('cascade'),
  ],
);

export const taskDependencies = pgTable(
  'task_dependencies',
  {
    projectId: uuid('project_id').notNull(),
    taskId: uuid('task_id').notNull(),
    dependsOnId: uuid('depends_on_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.dependsOnId] }),
    index('task_dependencies_of_project').on(t.projectId),
    index('task_dependencies_blocks').on(t.dependsOnId),
    foreignKey({
      name: 'task_dependencies_task',
      columns: [t.projectId, t.taskId],
      foreignColumns: [tasks.projectId, tasks.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'task_dependencies_depends_on',
      columns: [t.projectId, t.dependsOnId],
      foreignColumns: [tasks.projectId, tasks.id],
    }).onDelete('cascade'),
    check('task_dependencies_not_itself', sql`${t.taskId} <> ${t.dependsOnId}`),
  ],
);

/**
 * Held batons. The primary key guarantees one holder per slot; the unique constraints one per task and one per agent.
 */
export const batons = pgTable(
  'batons',
  {
    projectId: uuid('project_id').notNull(),
    slot: smallint('slot').notNull(),
    taskId: uuid('task_id').notNull(),
    holder: jsonb('holder').notNull().$type<EventActor>(),
    /** Identifies the holder: the session of an agent, or its account and name. An agent never holds two. */
    holderKey: text('holder_key').notNull(),
    /** The same for the client program, where the agent gave another name: its calls renew the lease too. */
    clientKey: text('client_key').notNull(),
    fence: bigint('fence', { mode: 'number' }).notNull(),
    /** Hash of the token issued at the claim; empty where there is none, which nothing matches. */
    tokenHash: text('token_hash').notNull().default(''),
    /** The completion rule at the time of the claim: a later change of the setting applies to the next claim. */
    doneMeans: text('done_means').notNull().default('word').$type<DoneMeans>(),
    takenAt: instant('taken_at').notNull(),
    lastCallAt: instant('last_call_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    callCount: integer('call_count').notNull().default(1),
    beats: integer('beats').array().notNull(),
    /** Whether the feed has told that the lease ran out. */
    isExpiryTold: boolean('is_expiry_told').notNull().default(false),
    /**
     * The run that holds it: what its agent finishes as done is then delivered, and done once the runner has verified
     * and merged it. No foreign key: its check would lock the run's row with every claim.
     */
    runId: uuid('run_id'),
    /** What the agent of a run said when it finished, until the runner has verified it. */
    delivered: jsonb('delivered').$type<Delivered>(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.slot] }),
    unique('batons_one_per_task').on(t.taskId),
    unique('batons_one_per_holder').on(t.projectId, t.holderKey),
    foreignKey({
      name: 'batons_task',
      columns: [t.projectId, t.taskId],
      foreignColumns: [tasks.projectId, tasks.id],
    }).onDelete('cascade'),
  ],
);

/** Batons that were lost, until their holder has been told why. */
export const batonLosses = pgTable(
  'baton_losses',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    holderKey: text('holder_key').notNull(),
    clientKey: text('client_key').notNull(),
    fence: bigint('fence', { mode: 'number' }).notNull(),
    tokenHash: text('token_hash').notNull().default(''),
    taskNumber: integer('task_number').notNull(),
    by: text('by').notNull(),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.holderKey, t.fence] })],
);

/**
 * The tasks that can be claimed now, ordered by their position in the plan: the root list's time and id, then the order
 * of each ancestor and of the task itself. Maintained by triggers, so that a claim does not scan blocked or finished
 * tasks. No foreign key: its check would lock the task's row once more.
 */
export const readyTasks = pgTable(
  'ready_tasks',
  {
    taskId: uuid('task_id').primaryKey(),
    projectId: uuid('project_id').notNull(),
    place: bytea('place').notNull(),
  },
  (t) => [index('ready_tasks_in_order').on(t.projectId, t.place)],
);
