import { index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { tsvector } from './columns.ts';

/** Search index entries of tasks (0), notes (1) and sections of the PRD (2). Derived, so not part of a backup. */
export const searchTexts = pgTable(
  'search_texts',
  {
    id: uuid('id').primaryKey(),
    projectId: uuid('project_id').notNull(),
    kind: smallint('kind').notNull(),
    /** Sequence number within project and kind: the shard ("shelf") a text belongs to. */
    number: integer('number').notNull(),
    /** Stems with positions and weights, for ranking. */
    words: tsvector('words').notNull(),
    /** Tokens for matching; each is prefixed by project and shard. */
    tokens: tsvector('tokens').notNull(),
  },
  (t) => [
    // No GIN pending list, which every search would have to scan: the index is filled in the background, where nobody
    // waits.
    index('search_texts_tokens').using('gin', t.tokens).with({ fastupdate: false }),
  ],
);

/** The last sequence number per project and kind. */
export const searchHeads = pgTable(
  'search_heads',
  {
    projectId: uuid('project_id').notNull(),
    kind: smallint('kind').notNull(),
    texts: integer('texts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.kind] })],
);

/** Texts to be indexed; queued by triggers. */
export const searchQueue = pgTable(
  'search_queue',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    kind: smallint('kind').notNull(),
  },
  (t) => [index('search_queue_of_project').on(t.projectId, t.id)],
);
