import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CheckpointReason } from '#contract/checkpoint.ts';
import type { EventActor } from '#contract/fields.ts';
import { createdAt } from './columns.ts';
import { projects } from './projects.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Immutable: a trigger refuses updates. Its snapshot is assembled from its parts by baton_snapshot(id). */
export const checkpoints = pgTable(
  'checkpoints',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    reason: text('reason').notNull().$type<CheckpointReason>(),
    taskCount: integer('task_count').notNull(),
    doneCount: integer('done_count').notNull(),
    author: jsonb('author').notNull().$type<EventActor>(),
    createdAt: createdAt(),
  },
  (t) => [
    index('checkpoints_of_project').on(t.projectId, t.createdAt.desc(), t.id.desc()),
    check(
      'checkpoints_reason',
      sql`${t.reason} in ('manual', 'before_delete', 'before_restore', 'before_import', 'before_generation')`,
    ),
  ],
);

/** A chunk of a plan, content-addressed: stored once, however many of the project's checkpoints contain it. */
export const checkpointPieces = pgTable(
  'checkpoint_pieces',
  {
    /** No foreign key: pieces are deleted with the last checkpoint that references them, and so with the project. */
    projectId: uuid('project_id').notNull(),
    /** Hash of the body as text. */
    hash: bytea('hash').notNull(),
    body: jsonb('body').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.hash] })],
);

/** Which pieces a checkpoint consists of, in order. */
export const checkpointParts = pgTable(
  'checkpoint_parts',
  {
    checkpointId: uuid('checkpoint_id')
      .notNull()
      .references(() => checkpoints.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    place: integer('place').notNull(),
    projectId: uuid('project_id').notNull(),
    hash: bytea('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.checkpointId, t.kind, t.place] }),
    index('checkpoint_parts_of_piece').on(t.projectId, t.hash),
    foreignKey({
      name: 'checkpoint_parts_piece',
      columns: [t.projectId, t.hash],
      foreignColumns: [checkpointPieces.projectId, checkpointPieces.hash],
    }),
  ],
);
