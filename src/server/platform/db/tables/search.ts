import { index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { tsvector } from './columns.ts';

/**
 * What the search knows of a task (0), a note (1) or a section of the PRD (2). All of it is derived from the text itself,
 * so it is in no backup.
 */
export const searchTexts = pgTable(
  'search_texts',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id').notNull(),
    kind: smallint('kind').notNull(),
    /** Counted in the project, for each kind: the shelf a text stands on. */
    number: integer('number').notNull(),
    /** Stems with their places and weights, by which hits are ranked. */
    words: tsvector('words').notNull(),
    /** What a text is found by; each begins with the mark of the project and the shelf. */
    tokens: tsvector('tokens').notNull(),
  },
  (t) => [
    // Filled by the server after the commit, where nobody waits: no list of pending entries that every search would read.
    index('search_texts_tokens').using('gin', t.tokens).with({ fastupdate: false }),
  ],
);

/** The last number that was given to a text of a kind. */
export const searchHeads = pgTable(
  'search_heads',
  {
    projectId: uuid('project_id').notNull(),
    kind: smallint('kind').notNull(),
    texts: integer('texts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.kind] })],
);

/** Texts that were written and are not yet known to the search; triggers note them down. */
export const searchQueue = pgTable(
  'search_queue',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    kind: smallint('kind').notNull(),
  },
  (t) => [index('search_queue_of_project').on(t.projectId, t.id)],
);
