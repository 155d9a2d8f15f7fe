import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import { COUNTED_KINDS } from '#contract/timeline-groups.ts';
import { DONE_KINDS, type EntryData, type TimelineKind, findZone } from '#contract/timeline.ts';
import { isOfPerson } from '#server/platform/db/of-person.ts';

export interface TimelineRow {
  id: Id;
  at: Date;
  kind: TimelineKind;
  who_kind: 'user' | 'agent' | 'system';
  who: string;
  task_id: Id | null;
  list_id: Id | null;
  is_open: boolean;
  data: EntryData;
}

export interface TimelineFilter {
  agent?: string | undefined;
  list?: Id | undefined;
  kinds?: readonly TimelineKind[] | undefined;
  q?: string | undefined;
}

/** Prepared statements, planned once per connection. */
const named = (name: string, text: string) => ({ name: `baton_timeline_${name}`, text });

export const ENTRY = `t.id, t.at, t.kind, t.who_kind, t.who, t.task_id, t.list_id, t.is_open, t.data`;

/** $1 project, $2 agent, $3 list, $4 kinds, $5 words. */
const ANY_KIND = `
  t.project_id = $1 and t.kind <> 'held'
  and ($2::text is null or t.who = $2 or t.data ->> 'from' = $2)
  and ($3::uuid is null or t.list_id = $3)
  and ($5::text is null or concat_ws(' ', 'T' || (t.data ->> 'number'), t.data ->> 'title', t.data ->> 'text', t.who) ilike $5)`;
const FILTER = `${ANY_KIND} and ($4::text[] is null or t.kind = any ($4))`;

function filterValues(projectId: Id, { agent, list, kinds, q }: TimelineFilter): unknown[] {
  const words = q === undefined || q.trim() === '' ? null : `%${q.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return [projectId, agent ?? null, list ?? null, kinds ?? null, words];
}

export interface TimelinePage {
  day: string | undefined;
  zone: string;
  before: { at: string; id: string } | undefined;
  rows: number;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Newest first (keyset pagination). */
export async function selectEntries(
  pool: pg.Pool,
  projectId: Id,
  filter: TimelineFilter,
  { day, zone, before, rows: limit }: TimelinePage,
): Promise<TimelineRow[]> {
  const place = [before?.at ?? 'infinity', before?.id ?? LAST_ID];
  const values = [...filterValues(projectId, filter), ...place, day ?? null, findZone(zone), limit];
  const { rows } = await pool.query<TimelineRow>({ ...PAGE, values });
  return rows;
}

const PAGE = named(
  'page',
  `select ${ENTRY} from timeline t
  where ${FILTER} and (t.at, t.id) < ($6::timestamptz, $7::uuid)
    and t.at >= coalesce(($8::date)::timestamp at time zone $9::text, '-infinity')
    and t.at < coalesce(($8::date + 1)::timestamp at time zone $9::text, 'infinity')
  order by t.at desc, t.id desc limit $10::int`,
);

export async function selectHeld(pool: pg.Pool, projectId: Id): Promise<TimelineRow[]> {
  const { rows } = await pool.query<TimelineRow>({ ...HELD, values: [projectId] });
  return rows;
}

const HELD = named(
  'held',
  `select ${ENTRY} from timeline t where t.project_id = $1 and t.is_open and t.kind = 'held' order by t.at, t.id`,
);

export const listed = (kinds: readonly TimelineKind[]) => kinds.map((kind) => `'${kind}'`).join(', ');
export const DONE = listed(DONE_KINDS);

export interface DayRow {
  day: string;
  /** null for the one after the last that is counted. */
  kind: TimelineKind | null;
  n: number;
  /** Those of `n` that no sum counts: the task was reopened or done again later. */
  undone: number;
  seconds: number;
}

export interface DaySpan {
  zone: string;
  days: number;
  backTo: string | undefined;
}

/**
 * Counts per day and kind, newest day first. From each day to the one before by the index (loose index scan), so that
 * only entries of the counted days are read.
 */
export async function countDays(
  pool: pg.Pool,
  projectId: Id,
  filter: TimelineFilter,
  { zone, days, backTo }: DaySpan,
): Promise<DayRow[]> {
  const values = [...filterValues(projectId, filter), findZone(zone), days, backTo ?? 'infinity'];
  const { rows } = await pool.query<DayRow>({ ...DAYS, values });
  return rows;
}

/** A silent agent worked until its last call; the lease ended later. */
const SECONDS = `coalesce(sum(extract(epoch from
  coalesce(case when t.kind = 'stopped' then (t.data ->> 'last_call_at')::timestamptz end, t.at)
  - (t.data ->> 'started_at')::timestamptz)) filter (where t.data ? 'fence'), 0)::int`;
const UNDONE = '(count(*) filter (where t.is_undone))::int as undone';
const IS_COUNTED = '(d.place <= $7::int or d.day >= $8::date)';
const DAYS = named(
  'days',
  `with recursive d as (
    (select (t.at at time zone $6::text)::date as day, 1 as place from timeline t
    where ${FILTER} order by t.at desc, t.id desc limit 1)
    union all
    select b.day, d.place + 1 from d cross join lateral (
      select (t.at at time zone $6::text)::date as day from timeline t
      where ${FILTER} and t.at < d.day::timestamp at time zone $6::text order by t.at desc, t.id desc limit 1
    ) b where ${IS_COUNTED} and b.day < d.day
  )
  select d.day::text, c.kind, coalesce(c.n, 0) as n, coalesce(c.undone, 0) as undone, coalesce(c.seconds, 0) as seconds
  from d left join lateral (
    select t.kind, count(*)::int as n, ${UNDONE}, ${SECONDS} as seconds from timeline t
    where ${IS_COUNTED} and ${ANY_KIND} and t.at >= d.day::timestamp at time zone $6::text
      and t.at < (d.day + 1)::timestamp at time zone $6::text
    group by t.kind
  ) c on true order by d.place`,
);

/** Counts per kind; reads all entries of the project, because words are in no count that is kept. */
export async function countKinds(
  pool: pg.Pool,
  projectId: Id,
  filter: TimelineFilter,
): Promise<{ kind: TimelineKind; n: number; undone: number }[]> {
  const { rows } = await pool.query<{ kind: TimelineKind; n: number; undone: number }>({
    ...KINDS,
    values: filterValues(projectId, filter),
  });
  return rows;
}

const KINDS = named('kinds', `select t.kind, count(*)::int as n, ${UNDONE} from timeline t where ${FILTER} group by 1`);

export interface TotalRow {
  kind: TimelineKind;
  who_kind: TimelineRow['who_kind'];
  who: string;
  from_who: string;
  list_id: Id;
  n: number;
  undone: number;
  milliseconds: number;
}

/** Everything that is counted of a project, whatever its number of entries. */
export async function readTotals(pool: pg.Pool, projectId: Id): Promise<TotalRow[]> {
  const { rows } = await pool.query<TotalRow>({ ...TOTALS, values: [projectId] });
  return rows;
}

const TOTALS = named(
  'totals',
  `select kind, who_kind, who, from_who, list_id, entries as n, undone, milliseconds::float8 as milliseconds
  from timeline_totals where project_id = $1`,
);

export async function readListNames(pool: pg.Pool, ids: readonly Id[]): Promise<{ id: Id; name: string }[]> {
  const { rows } = await pool.query<{ id: Id; name: string }>({ ...LIST_NAMES, values: [ids] });
  return rows;
}

const LIST_NAMES = named(
  'list_names',
  'select id, name from task_lists where id = any ($1) and deleted_at is null order by created_at, id',
);

export interface StretchRow extends TimelineRow {
  /** The task was reopened or done again later. */
  is_undone: boolean;
  total: number;
  done: number;
  handovers: number;
}

/** Stretches of work that touch a span, newest first; each row has the sums of the span. */
export async function selectStretches(
  pool: pg.Pool,
  projectId: Id,
  from: string | undefined,
  to: string | undefined,
  limit: number,
): Promise<StretchRow[]> {
  const { rows } = await pool.query<StretchRow>({
    ...STRETCHES,
    values: [projectId, from ?? '-infinity', to ?? 'infinity', limit],
  });
  return rows;
}

/** Work in progress belongs to every span, however early it began; its partial index finds it without a scan. */
const STRETCHES = named(
  'stretches',
  `with told as materialized (
    select ${ENTRY}, t.is_undone from timeline t where t.project_id = $1 and t.at >= $2::timestamptz
  ), sums as (
    select (count(*) filter (where t.kind in (${DONE}) and not t.is_undone))::int as done,
      (count(*) filter (where t.kind in (${listed(COUNTED_KINDS.handovers)})))::int as handovers
    from told t where t.at <= $3::timestamptz
  ), stretch as (
    select ${ENTRY}, t.is_undone from told t
    where t.data ? 'fence' and (t.data ->> 'started_at')::timestamptz <= $3::timestamptz
    union all
    select ${ENTRY}, false from timeline t
    where t.project_id = $1 and t.is_open and t.kind = 'held' and t.at < $2::timestamptz and t.data ? 'fence'
      and (t.data ->> 'started_at')::timestamptz <= $3::timestamptz
  )
  select ${ENTRY}, t.is_undone, (count(*) over ())::int as total, sums.done, sums.handovers from stretch t cross join sums
  order by t.at desc, t.id desc limit $4::int`,
);

/** What agents would take next, in this order. */
export async function listNextReady(
  pool: pg.Pool,
  projectId: Id,
): Promise<{ id: Id; number: number; title: string }[]> {
  const { rows } = await pool.query<{ id: Id; number: number; title: string }>({ ...NEXT, values: [projectId] });
  return rows;
}

const NEXT_MAX = 4;
const NEXT = named(
  'next',
  `select t.id, t.number, t.title from (
    select next_ready($1) as id, 0 as place
    union all
    (select r.task_id, row_number() over (order by r.place) from ready_tasks r
    where r.project_id = $1 order by r.place limit ${NEXT_MAX})
  ) r join tasks t on t.id = r.id group by t.id order by min(r.place) limit ${NEXT_MAX}`,
);

/** Projects whose feed is ahead of their timeline. */
export async function listLagging(pool: pg.Pool, userId: Id | null = null): Promise<Id[]> {
  const { rows } = await pool.query<{ id: Id }>({
    ...(userId === null ? LAGGING : LAGGING_OF),
    values: userId === null ? [] : [userId],
  });
  return rows.map(({ id }) => id);
}

const BEHIND = `
  from projects p join feed_heads h on h.scope = 'project:' || p.id left join timeline_heads t on t.project_id = p.id
  where p.deleted_at is null and h.seq > coalesce(t.seq, 0)`;
const LAGGING = named('lagging', `select p.id ${BEHIND} limit 10000`);
const LAGGING_OF = named('lagging_of', `select p.id ${BEHIND} and ${isOfPerson('p', '$1')}`);
