import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import { COUNTED_KINDS } from '#contract/timeline-groups.ts';
import { DONE_KINDS, type EntryData, type TimelineKind } from '#contract/timeline.ts';

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
const FILTER = `
  t.project_id = $1 and t.kind <> 'held'
  and ($2::text is null or t.who = $2 or t.data ->> 'from' = $2)
  and ($3::uuid is null or t.list_id = $3)
  and ($4::text[] is null or t.kind = any ($4))
  and ($5::text is null or concat_ws(' ', 'T' || (t.data ->> 'number'), t.data ->> 'title', t.data ->> 'text', t.who) ilike $5)`;

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
  const values = [...filterValues(projectId, filter), ...place, day ?? null, zone, limit];
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

export interface DayRow {
  day: string;
  kind: TimelineKind;
  n: number;
  /** Those of `n` that a sum counts: a task that was reopened or done again counts only where it was done last. */
  counted: number;
  seconds: number;
}

/** Per day and kind; one pass over the project's entries. */
export async function countDays(pool: pg.Pool, projectId: Id, filter: TimelineFilter, zone: string): Promise<DayRow[]> {
  const { rows } = await pool.query<DayRow>({ ...DAYS, values: [...filterValues(projectId, filter), zone] });
  return rows;
}

/** A silent agent worked until its last call; the lease ended later. */
const SECONDS = `coalesce(sum(extract(epoch from
  coalesce(case when t.kind = 'stopped' then (t.data ->> 'last_call_at')::timestamptz end, t.at)
  - (t.data ->> 'started_at')::timestamptz)) filter (where t.data ? 'fence'), 0)::int`;

export const listed = (kinds: readonly TimelineKind[]) => kinds.map((kind) => `'${kind}'`).join(', ');
export const DONE = listed(DONE_KINDS);
/** What changes whether a task is done. */
export const DONE_OR_NOT = listed([...DONE_KINDS, 'reopened']);
/** The last of these of each task of the project. */
const LAST = `select distinct on (e.task_id) e.id from timeline e
  where e.project_id = $1 and e.task_id is not null and e.kind in (${DONE_OR_NOT}) order by e.task_id, e.at desc, e.id desc`;

const DAYS = named(
  'days',
  `with last as materialized (${LAST})
  select ((t.at at time zone $6::text)::date)::text as day, t.kind, count(*)::int as n,
    (count(*) filter (where t.kind not in (${DONE}) or t.task_id is null or last.id is not null))::int as counted, ${SECONDS} as seconds
  from timeline t left join last on last.id = t.id where ${FILTER} group by 1, 2 order by 1 desc`,
);

export async function countAgents(
  pool: pg.Pool,
  projectId: Id,
): Promise<{ name: string; tasks: number; seconds: number }[]> {
  const { rows } = await pool.query<{ name: string; tasks: number; seconds: number }>({
    ...AGENTS,
    values: [projectId],
  });
  return rows;
}

const AGENTS = named(
  'agents',
  `with last as materialized (${LAST})
  select t.who as name, (count(*) filter (where t.kind in (${DONE}) and (t.task_id is null or last.id is not null)))::int as tasks, ${SECONDS} as seconds
  from timeline t left join last on last.id = t.id where t.project_id = $1 and t.who_kind <> 'system' and t.kind <> 'held'
  group by t.who order by 3 desc, 1 limit 100`,
);

export async function countLists(pool: pg.Pool, projectId: Id): Promise<{ id: Id; name: string; entries: number }[]> {
  const { rows } = await pool.query<{ id: Id; name: string; entries: number }>({ ...LISTS, values: [projectId] });
  return rows;
}

const LISTS = named(
  'lists',
  `select l.id, l.name, c.entries from (
    select t.list_id, count(*)::int as entries from timeline t
    where t.project_id = $1 and t.list_id is not null and t.kind <> 'held' group by 1
  ) c join task_lists l on l.id = c.list_id where l.deleted_at is null order by l.created_at, l.id`,
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
    select ${ENTRY}, t.kind in (${DONE}) and t.task_id is not null and lead(t.id) over (
      partition by t.task_id, t.kind in (${DONE_OR_NOT}) order by t.at, t.id) is not null as is_undone
    from timeline t where t.project_id = $1 and t.at >= $2::timestamptz
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

export async function findNextReady(
  pool: pg.Pool,
  projectId: Id,
): Promise<{ id: Id; number: number; title: string } | null> {
  const { rows } = await pool.query<{ id: Id; number: number; title: string }>({ ...NEXT, values: [projectId] });
  return rows[0] ?? null;
}

const NEXT = named('next', `select t.id, t.number, t.title from tasks t where t.id = next_ready($1)`);

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
const LAGGING_OF = named('lagging_of', `select p.id ${BEHIND} and p.user_id = $1`);
