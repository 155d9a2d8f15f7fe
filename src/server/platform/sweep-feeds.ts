import { setTimeout } from 'node:timers/promises';
import type { Context } from './context.ts';
import { FEED_ROW_BYTES, FEED_BYTES_MAX } from './feed.ts';

const DAY_MS = 86_400_000;
/** Kept this long after a deletion, for pages that are still open and for whoever looks into the deletion. */
const DELETED_FOR_MS = 3_600_000;
/** Target size after a feed grew too large: some headroom, so that it is not due again at once. */
const BYTES_LEFT = (FEED_BYTES_MAX / 4) * 3;
/** Of all projects of one account together: an account with many projects keeps less of each. */
const ACCOUNT_FEEDS_BYTES_MAX = 4 * FEED_BYTES_MAX;
const SCOPES_MAX = 50;
/** Per feed and run; the rest waits for the next run. */
const BATCHES_MAX = 100;
const BATCH_ROWS = 200;
const BATCH_BYTES = 8 * 1024 * 1024;
const PAUSE_MS = 20;

interface DueFeed {
  scope: string;
  /** Target size, 0 for a deleted project; null: only old events are deleted. */
  bytes_left: number | null;
}

/**
 * Deletes the oldest events of feeds that are too large, too old or deleted, in small batches. Only feeds with
 * something to delete are looked at; writers wait for one commit at most.
 */
export async function sweepFeeds(ctx: Context, accountBytesMax = ACCOUNT_FEEDS_BYTES_MAX): Promise<void> {
  const before = new Date(ctx.now().getTime() - ctx.config.feedDays * DAY_MS);
  const deletedBefore = new Date(ctx.now().getTime() - DELETED_FOR_MS);
  const { rows } = await ctx.database.pool.query<DueFeed>(DUE, [
    before,
    deletedBefore,
    SCOPES_MAX,
    BYTES_LEFT,
    accountBytesMax,
  ]);
  for (const feed of rows) {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const left = feed.bytes_left ?? BYTES_LEFT;
      const values = [feed.scope, before, left, left === 0 ? 0 : FEED_BYTES_MAX, ctx.now()];
      const { rows: swept } = await ctx.database.pool.query<{ n: number }>({ text: SWEEP, values });
      if ((swept[0]?.n ?? 0) === 0) break;
      await setTimeout(PAUSE_MS, undefined, { ref: false });
    }
  }
}

const DUE = `
  with due as (
    select h.scope, case when p.id is null then $4::int8 else 0 end as bytes_left
    from feed_heads h
    left join projects p on p.id = (case when h.scope like 'project:%' then substr(h.scope, 9) end)::uuid
      and p.deleted_at is not null
    where h.is_due and (p.id is null or p.deleted_at < $2)
    order by h.scope limit $3
  ), old as (
    select scope from feed_heads where first_at < $1 order by first_at limit $3
  ), crowded as (
    select p.user_id, ($5::int8 * 3 / 4 / count(*))::int8 as share
    from feed_heads h join projects p on h.scope = 'project:' || p.id
    where h.kept_bytes > 0 group by 1 having sum(h.kept_bytes) > $5::int8
  ), larger as (
    select h.scope, c.share as bytes_left
    from crowded c join projects p on p.user_id = c.user_id join feed_heads h on h.scope = 'project:' || p.id
    where h.kept_bytes > c.share order by h.kept_bytes desc limit $3
  )
  select scope, bytes_left from due
  union all
  select scope, bytes_left from larger where scope not in (select scope from due)
  union all
  select scope, null from old where scope not in (select scope from due union select scope from larger)`;

/**
 * Takes a key-share lock on the head, which blocks its deletion but not appends, and updates it last. Only a prefix is
 * deleted: everything from the first row that is neither too old nor too much stays.
 */
const SWEEP = `
  with head as (
    select first_seq, kept_bytes from feed_heads where scope = $1 for key share
  ), oldest as materialized (
    select seq, at, ${FEED_ROW_BYTES} as size, sum(${FEED_ROW_BYTES}) over (order by seq) as upto
    from (select seq, at, events from feed where scope = $1 order by seq limit ${BATCH_ROWS}) as batch
  ), first_kept as (
    select min(seq) as seq from oldest, head where at >= $2 and kept_bytes - (upto - size) <= $3
  ), gone as (
    delete from feed where scope = $1 and seq in (
      select oldest.seq from oldest, head, first_kept
      where (first_kept.seq is null or oldest.seq < first_kept.seq) and upto - size < ${BATCH_BYTES})
    returning seq
  ), sum as (
    select coalesce(max(seq), (select first_seq - 1 from head)) as last, coalesce(sum(size), 0) as bytes, count(*)::int as n
    from gone join oldest using (seq)
  )
  update feed_heads h set
    first_seq = greatest(h.first_seq, sum.last + 1),
    -- Null where none is left, unless one was appended meanwhile, which is not seen here.
    first_at = coalesce(
      (select f.at from feed f where f.scope = $1 and f.seq > sum.last order by f.seq limit 1),
      case when h.seq > sum.last then $5::timestamptz end),
    kept_bytes = case when exists (select from oldest) then greatest(0, h.kept_bytes - sum.bytes) else 0 end,
    is_due = exists (select from oldest) and h.kept_bytes - sum.bytes > $4
  from sum where h.scope = $1 returning sum.n`;
