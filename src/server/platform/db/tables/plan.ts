import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, updatedAt } from './columns.ts';
import { projects } from './projects.ts';

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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('task_lists_of_project')
      .on(t.projectId, t.depth, t.createdAt)
      .where(sql`${t.deletedAt} is null`),
    index('task_lists_parent_task_id').on(t.parentTaskId),
    check('task_lists_root_depth', sql`(${t.parentTaskId} is null) = (${t.depth} = 0)`),
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
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    status: text('status').notNull().default('open').$type<'open' | 'wip' | 'done'>(),
    orderInParent: integer('order_in_parent').notNull(),
    level: integer('level').notNull().default(0),
    isCompleted: boolean('is_completed').notNull().default(false),
    agentLock: instant('agent_lock'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('tasks_of_project')
      .on(t.projectId, t.status)
      .where(sql`${t.deletedAt} is null`),
    index('tasks_of_list')
      .on(t.taskListId, t.orderInParent)
      .where(sql`${t.deletedAt} is null`),
    check('tasks_status', sql`${t.status} in ('open', 'wip', 'done')`),
  ],
);
