import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DoneMeans } from '#contract/proof.ts';
import { createdAt, instant, updatedAt } from './columns.ts';
import { users } from './auth.ts';

export const projects = pgTable(
  'projects',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description'),
    status: text('status').notNull().default('active').$type<'active' | 'archived'>(),
    /** The last task number; numbers are never reused. */
    lastTaskNumber: integer('last_task_number').notNull().default(0),
    /** The last fencing number; monotonic. */
    lastFence: bigint('last_fence', { mode: 'number' }).notNull().default(0),
    batonSlots: smallint('baton_slots').notNull().default(1),
    leaseMinutes: smallint('lease_minutes').notNull().default(30),
    doneMeans: text('done_means').notNull().default('word').$type<DoneMeans>(),
    /** Runs on the agent's machine, never on this server. */
    verifyCommand: text('verify_command'),
    verifyTimeoutMinutes: smallint('verify_timeout_minutes').notNull().default(20),
    verifyTries: smallint('verify_tries').notNull().default(3),
    /** Base URL for links to commits, branches and pull requests. */
    repositoryUrl: text('repository_url'),
    /** Since when it is beyond the owner's project limit. Recomputed whenever the tier or the projects change. */
    readOnlyAt: instant('read_only_at'),
    /** Loaded as the example: outside the project limit, at most one per account. Set at insertion only. */
    isExample: boolean('is_example').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('projects_of_user')
      .on(t.userId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null`),
    index('projects_deleted')
      .on(t.deletedAt)
      .where(sql`${t.deletedAt} is not null`),
    index('projects_created_at').on(t.createdAt),
    uniqueIndex('projects_one_example')
      .on(t.userId)
      .where(sql`${t.isExample} and ${t.deletedAt} is null`),
  ],
);

/** Number of projects that are not deleted, as a striped counter against lock contention; maintained by a trigger. */
export const projectCounts = pgTable('project_counts', {
  stripe: smallint('stripe').primaryKey(),
  n: bigint('n', { mode: 'number' }).notNull(),
});
