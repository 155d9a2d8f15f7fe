import { bigint, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from './auth.ts';
import { projects } from './projects.ts';

const bytes = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/**
 * How much text a project keeps, deleted rows and versions included: what was deleted is on the disk until it is purged.
 * Triggers keep it; whoever grows beyond what the owner's plan allows is refused when the transaction commits.
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
