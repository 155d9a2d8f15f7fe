import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** The newest sequence number of each scope. Its row lock makes commit order and sequence order the same. */
export const feedHeads = pgTable('feed_heads', {
  scope: text('scope').primaryKey(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
});

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
