import { setTimeout } from 'node:timers/promises';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { FeedEvent } from '#contract/events.ts';
import { type Context, presentActor } from './context.ts';
import type { Database, Tx } from './db/client.ts';
import { firstFailureOf, keepSent, send } from './db/send.ts';
import { feed } from './db/tables/index.ts';
import { type PendingEvent, cutRows } from './feed-rows.ts';
import type { Scope, Emit } from './emit.ts';

/** Deadlock, serialisation failure, and a host of the database that takes no writes any more: nothing was committed. */
const RETRIED = new Set(['40001', '40P01', '25006']);
const TRIES = 3;
const RETRY_MS = 20;

/**
 * Writes rows and their events in one transaction (transactional outbox), and notifies listeners after the commit.
 * Events are numbered at the end of the transaction, under the scope's row lock: no gaps, in commit order. What
 * PostgreSQL rolled back for no fault of its own is retried.
 */
export async function change<T>(ctx: Context, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
  // Nested in a larger change, which commits, emits and retries as one.
  if (ctx.within !== undefined) return work(ctx.within.tx, ctx.within.emit);
  for (let attempt = 1; ; attempt += 1) {
    const pending = new Map<Scope, PendingEvent[]>();
    const sent: Promise<unknown>[] = [];
    const emit = collect(pending);
    try {
      const result = await ctx.db.transaction((tx) =>
        keepSent(tx, sent, async () => {
          const value = await work(tx, emit);
          await ctx.admitted;
          // Pipelined directly before the commit: if a write or the events fail nothing commits, and the error is
          // thrown below.
          appendEvents(ctx, tx, pending);
          return value;
        }),
      );
      await Promise.all(sent);
      for (const [scope, list] of pending) {
        ctx.bus.tell('feed', scope);
        for (const { type } of list) ctx.metrics.feedEvents.inc({ type });
      }
      return result;
    } catch (thrown) {
      const error = (await firstFailureOf(sent)) ?? thrown;
      if (attempt === TRIES || !RETRIED.has(sqlStateOf(error))) throw error;
      // Backoff with jitter: retried at once, two transactions that deadlocked could deadlock again.
      await setTimeout(RETRY_MS * (attempt + Math.random()));
    }
  }
}

/**
 * Runs use cases inside the transaction of a change, with an actor and a time of their own, and appends their events at
 * once: several authors and times in one transaction. The change that owns the transaction notifies nobody of them, so
 * this is for scopes that did not exist before it.
 */
export async function changeWithin<T>(ctx: Context, tx: Tx, work: (inner: Context) => Promise<T>): Promise<T> {
  const pending = new Map<Scope, PendingEvent[]>();
  const result = await work({ ...ctx, within: { tx, emit: collect(pending), hasCheckpoint: false } });
  appendEvents(ctx, tx, pending);
  return result;
}

const collect =
  (pending: Map<Scope, PendingEvent[]>): Emit =>
  (scope, type, data) => {
    pending.set(scope, [...(pending.get(scope) ?? []), { type, data }]);
  };

function appendEvents(ctx: Context, tx: Tx, pending: Map<Scope, PendingEvent[]>): void {
  const actor = JSON.stringify(presentActor(ctx.actor));
  const now = ctx.now();
  // Sorted: changes that touch the same scopes lock them in the same order and cannot deadlock on them.
  const scopes = [...pending].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [scope, list] of scopes) {
    const isOver = scope.startsWith('project:') && list.some(({ type }) => type === 'project.deleted');
    const [first, ...others] = cutRows(list);
    if (first === undefined) continue;
    if (others.length === 0) {
      const values = [scope, JSON.stringify(first.told), actor, first.about, now, isOver];
      void send(tx, { name: 'baton_append', text: APPEND, values });
    } else {
      const values = [scope, JSON.stringify([first, ...others]), actor, now, isOver];
      void send(tx, { name: 'baton_append_rows', text: APPEND_ROWS, values });
    }
  }
}

/** Cap per feed, so that editing a large task in a loop cannot fill the disk. Also in append_feed. */
export const FEED_BYTES_MAX = 32 * 1024 * 1024;
/** Size of a row: its text, and an estimate of tuple and index overhead. */
export const FEED_ROW_BYTES = `octet_length(events::text) + 512`;

const APPEND = 'select append_feed($1, $2, $3, $4, $5, $6)';

/** The same for several rows of one change: the head is updated once. */
const APPEND_ROWS = `
  with items as materialized (
    select place, value -> 'told' as events, (value ->> 'about')::uuid as about, jsonb_array_length(value -> 'told') as n
    from jsonb_array_elements($2::jsonb) with ordinality as item (value, place)
  ), size as (
    select sum(${FEED_ROW_BYTES}) as bytes, sum(n) as n from items
  ), head as (
    insert into feed_heads as h (scope, seq, first_at, kept_bytes, is_due)
    select $1, n, $4::timestamptz, bytes, $5::boolean or bytes > ${FEED_BYTES_MAX} from size
    on conflict (scope) do update set
      seq = h.seq + excluded.seq,
      first_at = coalesce(h.first_at, excluded.first_at),
      kept_bytes = h.kept_bytes + excluded.kept_bytes,
      is_due = excluded.is_due or h.is_due or h.kept_bytes + excluded.kept_bytes > ${FEED_BYTES_MAX}
    returning seq
  )
  insert into feed (scope, seq, events, actor, task_id, at)
  select $1, head.seq - size.n + sum(items.n) over (order by items.place), items.events, $3::jsonb, items.about, $4::timestamptz
  from head, size, items`;

/** Events of a scope after a number, oldest first; the number may be in the middle of a change. */
export async function readEvents(db: Database, scope: Scope, after: number, limit: number): Promise<FeedEvent[]> {
  const rows = await db
    .select()
    .from(feed)
    .where(and(eq(feed.scope, scope), gt(feed.seq, after)))
    .orderBy(asc(feed.seq))
    .limit(limit);
  return rows
    .flatMap(expandRow)
    .filter(({ seq }) => seq > after)
    .slice(0, limit);
}

const expandRow = ({ seq, events, actor, at }: typeof feed.$inferSelect): FeedEvent[] =>
  events.map(({ type, data }, place) => {
    const number = seq - events.length + 1 + place;
    return { seq: number, type, data, actor, created_at: at.toISOString() } as FeedEvent;
  });

/**
 * Deletes all events of a scope; those of the same change are appended afterwards, so that an open page still receives
 * them. Lock order as in the sweep, rows first and the head last, or the two could deadlock.
 */
export async function dropEvents(tx: Tx, scope: Scope): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from feed where scope = ${scope} returning seq
    ), last as (
      select max(seq) as seq from gone
    )
    update feed_heads h set first_seq = greatest(h.first_seq, last.seq + 1), first_at = null, kept_bytes = 0
    from last where h.scope = ${scope} and last.seq is not null`);
}

export interface FeedSpan {
  /** The oldest number that is retained, or the next one where none is. */
  first: number;
  last: number;
}

/** The newest number of a feed, and how far back it can be read. */
export async function readFeedSpan(db: Database | Tx, scope: Scope): Promise<FeedSpan> {
  const { rows } = await db.execute<FeedSpan & Record<string, unknown>>(
    sql`select first_seq as first, seq as last from feed_heads where scope = ${scope}`,
  );
  return rows[0] ?? { first: 1, last: 0 };
}

/** Whether a reader at this number has missed events that are no longer retained. */
export const hasMissed = (after: number, { first }: Pick<FeedSpan, 'first'>): boolean => after < first - 1;

export async function readFeedHead(db: Database | Tx, scope: Scope): Promise<number> {
  const { rows } = await db.execute<{ seq: number }>(sql`select seq from feed_heads where scope = ${scope}`);
  return rows[0]?.seq ?? 0;
}

export function sqlStateOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return '';
}
