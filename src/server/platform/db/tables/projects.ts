import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
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
    /** The last short number given to a task; numbers are never given twice. */
    lastTaskNumber: integer('last_task_number').notNull().default(0),
    /** The last fencing number given with a baton; it only grows. */
    lastFence: bigint('last_fence', { mode: 'number' }).notNull().default(0),
    batonSlots: smallint('baton_slots').notNull().default(1),
    /** Since when it is beyond what the owner's plan allows. Settled whenever the plan or the projects change. */
    readOnlyAt: instant('read_only_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('projects_of_user')
      .on(t.userId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null`),
    index('projects_created_at').on(t.createdAt),
    check('projects_baton_slots', sql`${t.batonSlots} between 1 and 16`),
    check('projects_status', sql`${t.status} in ('active', 'archived')`),
  ],
);

/** How many projects there are that are not deleted, added up over the stripes; a trigger on the projects keeps it. */
export const projectCounts = pgTable('project_counts', {
  stripe: smallint('stripe').primaryKey(),
  n: bigint('n', { mode: 'number' }).notNull(),
});
