import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { EntryData, TimelineKind } from '#contract/timeline.ts';
import { users } from './auth.ts';
import { instant } from './columns.ts';
import { projects } from './projects.ts';

/**
 * What happened in a project, one row per thing a person would tell: derived from the feed in the background
 * (projection), so it outlives the feed's retention and costs the writer nothing.
 */
export const timeline = pgTable(
  'timeline',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    kind: text('kind').notNull().$type<TimelineKind>(),
    whoKind: text('who_kind').notNull().$type<'user' | 'agent' | 'system'>(),
    who: text('who').notNull(),
    /** No foreign key: what happened to a deleted task stays told. */
    taskId: uuid('task_id'),
    /** The lane: root task list of the task. */
    listId: uuid('list_id'),
    /** Work in progress, a block or a question that is not settled yet. */
    isOpen: boolean('is_open').notNull().default(false),
    /** Tells that a task was done, and it was reopened or done again later: no sum counts it. */
    isUndone: boolean('is_undone').notNull().default(false),
    data: jsonb('data').notNull().$type<EntryData>(),
  },
  (t) => [
    index('timeline_of_project').on(t.projectId, t.at, t.id),
    index('timeline_open')
      .on(t.projectId)
      .where(sql`${t.isOpen}`),
    index('timeline_done')
      .on(t.taskId, t.at, t.id)
      .where(sql`${t.kind} in ('finished', 'skipped', 'marked_done', 'reopened')`),
  ],
);

/** How far a project's feed has been projected. Its row lock makes concurrent projections of one project wait. */
export const timelineHeads = pgTable('timeline_heads', {
  projectId: uuid('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  state: jsonb('state').notNull().$type<TimelineState>().default({}),
});

/** What the projection must know of earlier events. */
export interface TimelineState {
  /** The last holder of each slot, for handovers. */
  holders?: Record<string, string>;
  /** Whose agents these were: two people may both run a claude-code. */
  people?: Record<string, string | undefined>;
  /** Since the last handover. */
  notes?: number;
  hasCheckpoint?: boolean;
  isComplete?: boolean;
}

/**
 * Entries of a project by everything that the timeline is filtered by, kept by triggers on `timeline`: its counts cost
 * the same however long the project's history is. Work in progress is not counted.
 */
export const timelineTotals = pgTable(
  'timeline_totals',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull().$type<TimelineKind>(),
    whoKind: text('who_kind').notNull(),
    who: text('who').notNull(),
    /** Who had it before; empty for entries that do not tell. */
    fromWho: text('from_who').notNull(),
    /** The nil UUID for entries without a list: a key has no nulls. */
    listId: uuid('list_id').notNull(),
    entries: integer('entries').notNull(),
    /** How long batons were held. */
    /** Those of the entries that no sum counts. */
    undone: integer('undone').notNull().default(0),
    milliseconds: bigint('milliseconds', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.kind, t.whoKind, t.who, t.fromWho, t.listId] })],
);

/** Events of a project per UTC day, as far as its feed has been projected. */
export const projectDays = pgTable(
  'project_days',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    events: integer('events').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.day] })],
);

/**
 * A person's visits to a project: what is new since. While everything is seen, what happens before their eyes is seen too;
 * what happened while they were away is new until it was shown for long enough or marked.
 */
export const projectVisits = pgTable(
  'project_visits',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    /** The last minute in which the project was on a visible screen. */
    hereAt: instant('here_at').notNull(),
    /** Where the visit before this one ended, or what was marked since. News count from here while they are not seen. */
    seenAt: instant('seen_at').notNull(),
    /** Whether everything up to `here_at` is seen. */
    isSeen: boolean('is_seen').notNull().default(false),
    /** Since when the project has been on a visible screen without a break; null in rows of an earlier version. */
    beganAt: instant('began_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.projectId] }), index('project_visits_of_project').on(t.projectId)],
);

/**
 * Visits to the page of all projects. After a time away a new visit starts: its news begin where the last one ended if
 * those were seen, and else where that one began.
 */
export const accountVisits = pgTable('account_visits', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  hereAt: instant('here_at').notNull(),
  seenAt: instant('seen_at').notNull(),
  /** Whether the news of this visit were seen. */
  isSeen: boolean('is_seen').notNull().default(false),
});
