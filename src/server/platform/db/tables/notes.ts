import { sql } from 'drizzle-orm';
import { type AnyPgColumn, boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { EventActor } from '#contract/fields.ts';
import type { WorkPlace } from '#contract/proof.ts';
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
    author: jsonb('author').notNull().default({ kind: 'system', id: null, name: 'Baton' }).$type<EventActor>(),
    isBroadcast: boolean('is_broadcast').notNull().default(false),
    pinned: boolean('pinned').notNull().default(false),
    /** The author held the baton of the task when it was written. */
    byHolder: boolean('by_holder').notNull().default(false),
    /** Id of a task's question, which is also that of the question's note; no foreign key, since that note may be gone. */
    questionId: uuid('question_id'),
    /** Commit, branch or pull request of the work it reports. */
    work: jsonb('work').$type<WorkPlace>(),
    supersedesId: uuid('supersedes_id').references((): AnyPgColumn => notes.id, { onDelete: 'set null' }),
    supersededById: uuid('superseded_by_id').references((): AnyPgColumn => notes.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    // A covering index: the migration's SQL includes task and type, so that counting is an index-only scan.
    index('notes_of_project')
      .on(t.projectId, t.createdAt.desc(), t.id.desc())
      .where(sql`${t.deletedAt} is null`),
    // Deleted notes included: deleting a task for good checks the foreign key on all of them.
    index('notes_of_task')
      .on(t.taskId, t.createdAt.desc())
      .where(sql`${t.taskId} is not null`),
    index('notes_pinned')
      .on(t.projectId, t.createdAt.desc())
      .where(sql`${t.pinned} and ${t.deletedAt} is null`),
    index('notes_deleted')
      .on(t.projectId)
      .where(sql`${t.deletedAt} is not null`),
    index('notes_supersedes')
      .on(t.supersedesId)
      .where(sql`${t.supersedesId} is not null`),
    index('notes_superseded_by')
      .on(t.supersededById)
      .where(sql`${t.supersededById} is not null`),
  ],
);
