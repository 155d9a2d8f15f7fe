import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, updatedAt } from './columns.ts';
import { projects } from './projects.ts';
import { tasks } from './plan.ts';

export const notes = pgTable(
  'notes',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    taskId: uuid('task_id').references(() => tasks.id, { onDelete: 'set null' }),
    type: text('type').notNull().$type<'PROGRESS' | 'FINDING' | 'FILE_LIST' | 'CONTEXT' | 'OTHER'>(),
    body: text('body').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('notes_of_project')
      .on(t.projectId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null`),
    index('notes_of_task')
      .on(t.taskId, t.createdAt.desc())
      .where(sql`${t.deletedAt} is null`),
    check('notes_type', sql`${t.type} in ('PROGRESS', 'FINDING', 'FILE_LIST', 'CONTEXT', 'OTHER')`),
  ],
);
