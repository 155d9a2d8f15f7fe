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
    /** The oldest number that is retained, or the next one where none is. */
    firstSeq: bigint('first_seq', { mode: 'number' }).notNull().default(1),
    /** Time of the oldest retained event; null where none is. */
    firstAt: instant('first_at'),
    /** Size of the retained events. */
    keptBytes: bigint('kept_bytes', { mode: 'number' }).notNull().default(0),
    /**
     * More is stored than the retention allows. A column of its own: an index on the bytes would be updated by every
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
 * One row per change with its events in order: the last event has the row's number, each before it one less. A change
 * of several tasks has a row for each, so that the history of one task can be found by index.
 */
export const feed = pgTable(
  'feed',
  {
    scope: text('scope').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    events: jsonb('events').notNull().$type<StoredEvent[]>(),
    actor: jsonb('actor').notNull().$type<EventActor>(),
    /** The task whose history shows these events; the others may concern anything. */
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
  /** Legacy: an event whose line already exists as a note. */
  noted?: true;
}

/** The feed as single events. Queries must restrict `row_seq` too, or all rows are expanded first. */
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
