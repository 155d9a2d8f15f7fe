import { bigint, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { projects } from './projects.ts';

const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * Stored bytes of a project, deleted rows and versions included: they are on the disk until purged. Maintained by
 * triggers; growing beyond the owner's limit is refused at commit.
 */
export const projectSizes = pgTable(
  'project_sizes',
  {
    projectId: uuid('project_id')
      .primaryKey()
      .references(() => projects.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Project, lists and tasks. */
    plan: bytes('plan'),
    notes: bytes('notes'),
    prds: bytes('prds'),
    checkpoints: bytes('checkpoints'),
  },
  (t) => [index('project_sizes_of_user').on(t.userId)],
);
