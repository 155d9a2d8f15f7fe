import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { EventActor } from '#contract/fields.ts';
import type { KeptRole, Reading, Requirement, RoleCounts, SettableRole } from '#contract/requirement.ts';
import { createdAt, instant, updatedAt } from './columns.ts';
import { projects } from './projects.ts';

export const prdVersions = pgTable(
  'prd_versions',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    filename: text('filename').notNull(),
    content: text('content').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique('prd_versions_number').on(t.projectId, t.version)],
);

/** The newest PRD split at its headings, so that search results show the relevant section. */
export const prdSections = pgTable(
  'prd_sections',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    heading: text('heading').notNull(),
    startLine: integer('start_line').notNull(),
    endLine: integer('end_line').notNull(),
    body: text('body').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [index('prd_sections_of_project').on(t.projectId, t.startLine)],
);

/** The requirements of the newest PRD, in order. */
export const requirements = pgTable(
  'requirements',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** The PRD version it was read from. */
    version: integer('version').notNull(),
    id: text('id').notNull(),
    /** Hash of its text, which tasks keep to detect a change. */
    hash: text('hash').notNull(),
    found: jsonb('found').notNull().$type<Requirement>(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.place] }), unique('requirements_id').on(t.projectId, t.id)],
);

/** Roles set by people and agents for a block or section, keyed by its text: they apply to every version. */
export const prdRoles = pgTable(
  'prd_roles',
  {
    projectId: uuid('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    scope: text('scope').notNull().$type<KeptRole['scope']>(),
    role: text('role').notNull().$type<SettableRole>(),
    excerpt: text('excerpt').notNull(),
    setBy: jsonb('set_by').notNull().$type<EventActor>(),
    setAt: instant('set_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.key, t.scope] }),
    check('prd_roles_scope', sql`${t.scope} in ('block', 'section')`),
    check('prd_roles_role', sql`${t.role} in ('work', 'context', 'limit', 'done')`),
  ],
);

/** The reading of the newest PRD. A project whose PRD was not read yet has no row. */
export const prdReadings = pgTable('prd_readings', {
  projectId: uuid('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  /** The PRD version that was read; null before the first reading. */
  version: integer('version'),
  /** Incremented when the text or a role changes. */
  revision: integer('revision').notNull().default(0),
  /** The revision this reading is based on: if it is stale, the PRD is read again on next use. */
  readRevision: integer('read_revision').notNull().default(0),
  reading: jsonb('reading').$type<KeptReading>(),
  counts: jsonb('counts').$type<ReadingCounts>(),
  /** The work lines, by requirement. */
  work: jsonb('work').$type<WorkLines[]>(),
});

export type KeptReading = Omit<Reading, 'requirements' | 'counts'>;
export type ReadingCounts = RoleCounts & { to_decide: number };
export interface WorkLines {
  ids: string[];
  /** Number of non-blank lines. */
  lines: number;
}
