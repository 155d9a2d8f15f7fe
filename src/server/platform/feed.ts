import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { EventDataOf, EventType, FeedEvent } from '#contract/events.ts';
import { notifyValues } from './bus.ts';
import { type Context, presentActor } from './context.ts';
import type { Database, Tx } from './db/client.ts';
import { events } from './db/tables/index.ts';

/** Where an event belongs: what one project's viewers see, or what one account's owner sees. */
export type Scope = `project:${string}` | `user:${string}`;
export type Emit = <T extends EventType>(scope: Scope, type: T, data: EventDataOf<T>) => void;

interface PendingEvent {
  type: EventType;
  data: unknown;
}

const RETRIED = new Set(['40001', '40P01']);
const TRIES = 3;

/**
 * Writes rows and the events that tell of them in one transaction, and wakes listeners after the commit. Events get
 * their numbers at the very end of the transaction, under the scope's row lock: numbers without gaps, in commit order.
 */
export async function change<T>(ctx: Context, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const pending = new Map<Scope, PendingEvent[]>();
    try {
      const result = await ctx.db.transaction(async (tx) => {
        const emit: Emit = (scope, type, data) => {
          pending.set(scope, [...(pending.get(scope) ?? []), { type, data }]);
        };
        const value = await work(tx, emit);
        await appendEvents(ctx, tx, pending);
        return value;
      });
      for (const scope of pending.keys()) ctx.bus.tellHere('feed', scope);
      return result;
    } catch (error) {
      if (attempt === TRIES || !RETRIED.has(sqlStateOf(error))) throw error;
    }
  }
}

async function appendEvents(ctx: Context, tx: Tx, pending: Map<Scope, PendingEvent[]>): Promise<void> {
  const actor = JSON.stringify(presentActor(ctx.actor));
  const now = ctx.now().toISOString();
  // Sorted, so that two changes that touch the same scopes take their locks in the same order.
  for (const [scope, list] of [...pending].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [channel, payload] = notifyValues('feed', scope);
    await tx.execute(sql`
      with head as (
        insert into feed_heads (scope, seq) values (${scope}, ${list.length})
        on conflict (scope) do update set seq = feed_heads.seq + excluded.seq
        returning seq
      ), added as (
        insert into events (scope, seq, type, data, actor, created_at)
        select ${scope}, head.seq - ${list.length} + item.place, item.value ->> 'type', item.value -> 'data', ${actor}::jsonb, ${now}::timestamptz
        from head, jsonb_array_elements(${JSON.stringify(list)}::jsonb) with ordinality as item (value, place)
      )
      select pg_notify(${channel}, ${payload})`);
  }
}

/** The events of a scope after a number, oldest first. */
export async function readEvents(db: Database, scope: Scope, after: number, limit: number): Promise<FeedEvent[]> {
  const rows = await db
    .select()
    .from(events)
    .where(and(eq(events.scope, scope), gt(events.seq, after)))
    .orderBy(asc(events.seq))
    .limit(limit);
  return rows.map(
    (row) =>
      ({
        seq: row.seq,
        type: row.type,
        data: row.data,
        actor: row.actor,
        created_at: row.createdAt.toISOString(),
      }) as FeedEvent,
  );
}

export async function readFeedHead(db: Database | Tx, scope: Scope): Promise<number> {
  const { rows } = await db.execute<{ seq: number }>(sql`select seq from feed_heads where scope = ${scope}`);
  return rows[0]?.seq ?? 0;
}

function sqlStateOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return '';
}
