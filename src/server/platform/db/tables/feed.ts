import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, instant } from './columns.ts';

/** The newest sequence number of each scope. Its row lock makes commit order and sequence order the same. */
export const feedHeads = pgTable(
  'feed_heads',
  {
    scope: text('scope').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** The oldest number that is kept, or the next to be given where none is. */
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull().default(1),
    /** When the oldest event that is kept was told; null where none is. */
    firstAt: instant('first_at'),
    /** What the kept events take. */
    keptBytes: bigint('kept_bytes', { mode: 'number' }).notNull().default(0),
    /**
     * There is more than is kept for long. A column of its own, because an index on the bytes would be written to by every
     * append, and one on this is not.
     */
    isDue: boolean('is_due').notNull().default(false),
  },
  (t) => [
    index('feed_heads_due')
      .on(t.scope)
      .where(sql`${t.isDue}`),
    index('feed_heads_oldest').on(t.firstAt),
  ],
);

export const events = pgTable(
  'events',
  {
    scope: text('scope').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    type: text('type').notNull(),
    data: jsonb('data').notNull(),
    actor: jsonb('actor').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.seq] }), index('events_by_day').on(t.scope, t.createdAt)],
);
