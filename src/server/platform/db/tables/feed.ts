import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { EventActor } from '#contract/fields.ts';
import { instant } from './columns.ts';

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

/**
 * What was told, a row for each change: the events in order, of which the last has the number of the row and each one
 * before it a number less. A change of several tasks has a row for each, so that what happened to one is found.
 */
export const feed = pgTable(
  'feed',
  {
    scope: text('scope').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    events: jsonb('events').notNull().$type<StoredEvent[]>(),
    actor: jsonb('actor').notNull().$type<EventActor>(),
    /** The task that the events a person reads are about; the others may be about anything. */
    taskId: uuid('task_id'),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.seq] }),
    index('feed_of_task')
      .on(t.taskId, t.seq)
      .where(sql`${t.taskId} is not null`),
  ],
);

export interface StoredEvent {
  type: string;
  data: unknown;
  /** From before such lines were drawn from the feed: this one is among the notes already. */
  noted?: true;
}

/** The same one by one. Whoever reads a part of a feed narrows `row_seq` too, or all of it is taken apart first. */
export const events = pgView('events', {
  scope: text('scope').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  type: text('type').notNull(),
  data: jsonb('data').notNull(),
  actor: jsonb('actor').notNull().$type<EventActor>(),
  createdAt: instant('created_at').notNull(),
  taskId: uuid('task_id'),
  /** The last number of the change it was part of. */
  rowSeq: bigint('row_seq', { mode: 'number' }).notNull(),
  isNoted: boolean('is_noted').notNull(),
}).as(sql`
  select f.scope, f.seq - jsonb_array_length(f.events) + e.place as seq, e.value ->> 'type' as type, e.value -> 'data' as data,
    f.actor, f.at as created_at, f.task_id, f.seq as row_seq, e.value ? 'noted' as is_noted
  from feed f cross join lateral jsonb_array_elements(f.events) with ordinality as e (value, place)`);
