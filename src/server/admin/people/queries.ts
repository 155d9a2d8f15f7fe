import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import { COMMON_SHARE, COUNTED_MAX, SAMPLE, WORD_SHARE, isShort, partPattern, rarePattern, wordsOf } from './rules.ts';

export interface UserFilter {
  search: string | undefined;
  status: 'active' | 'suspended' | undefined;
}

export interface ListedUser {
  id: Id;
  email: string;
  status: 'active' | 'suspended';
  created_at: Date;
  last_active_at: Date | null;
  tokens: number;
  cost: number;
  cost_known: boolean;
  storage: number;
}

/** From counters that triggers maintain. */
export async function countUsers(pool: pg.Pool, status: UserFilter['status']): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    'select coalesce(sum(n), 0)::int8 as n from user_counts where $1::text is null or status = $1',
    [status ?? null],
  );
  return rows[0]?.n ?? 0;
}

const NEWEST = 'created_at desc nulls last, id desc nulls last';

interface PlaceInList {
  limit: number;
  offset: number;
}

// Literals and not parameters: with an unknown limit the query planner sorts the whole table.
const partOf = ({ limit, offset }: PlaceInList) => `limit ${Math.trunc(limit)} offset ${Math.trunc(offset)}`;

export async function listNewest(pool: pg.Pool, status: UserFilter['status'], place: PlaceInList): Promise<Id[]> {
  const where = status === undefined ? '' : 'where status = $1';
  const { rows } = await pool.query<{ id: Id }>(
    `select id from users ${where} order by ${NEWEST} ${partOf(place)}`,
    status === undefined ? [] : [status],
  );
  return rows.map(({ id }) => id);
}

/**
 * One page of search results and the number of matches, counted up to COUNTED_MAX + 1. A pattern that many match is
 * found by scanning in the order of the result and stopping early: the trigram index would collect all matches first. A
 * pattern that few match is found by the trigram index, because the scan would read the whole table.
 */
export async function findUsers(
  pool: pg.Pool,
  { search, status }: UserFilter & { search: string },
  place: PlaceInList,
): Promise<{ n: number; ids: Id[] }> {
  const typed = search.toLowerCase();
  const values = [partPattern(typed), ...(status === undefined ? [] : [status])];
  const ofStatus = status === undefined ? 'true' : 'status = $2';
  const sample = isShort(search) ? undefined : await sampleNewest(pool, typed, values, ofStatus);
  // An expression instead of the column keeps the planner from using the trigram index.
  const isIt = `email || '' like $1 and ${ofStatus}`;
  let matching = `select id, created_at from users where ${isIt} order by ${NEWEST} limit ${COUNTED_MAX + 1}`;
  if (sample !== undefined && sample.n < SAMPLE * COMMON_SHARE) {
    values.push(rarePattern(typed, sample.common));
    matching = `select id, created_at from users where email like $${values.length} and ${isIt}`;
  }
  const { rows } = await pool.query<{ n: number; ids: Id[] }>(
    `with matching as materialized (${matching})
     select (select count(*)::int from matching) as n,
       array(select id from matching order by ${NEWEST} ${partOf(place)}) as ids`,
    values,
  );
  return rows[0] ?? { n: 0, ids: [] };
}

/**
 * How many of a sample of the newest accounts match, and which words of the pattern more than half of the sample
 * contain.
 */
async function sampleNewest(
  pool: pg.Pool,
  typed: string,
  values: readonly string[],
  ofStatus: string,
): Promise<{ n: number; common: string[] }> {
  const words = wordsOf(typed);
  const { rows } = await pool.query<{ n: number; common: string[] }>(
    `with newest as materialized (select email from users where ${ofStatus} order by ${NEWEST} limit ${SAMPLE})
     select (select count(*)::int from newest where email like $1) as n,
       array(select word from unnest($${values.length + 1}::text[]) as word
         where (select count(*) filter (where position(word in email) > 0) > ${WORD_SHARE} * count(*) from newest)) as common`,
    [...values, words],
  );
  return rows[0] ?? { n: 0, common: [] };
}

export async function listUserRows(pool: pg.Pool, ids: readonly Id[], monthStart: string): Promise<ListedUser[]> {
  const { rows } = await pool.query<ListedUser>(
    `select u.id, u.email, u.status, u.created_at, a.last_active_at, coalesce(m.tokens, 0)::int8 as tokens,
       coalesce(m.cost, 0)::float8 as cost, coalesce(m.cost_known, true) as cost_known,
       (select coalesce(sum(s.plan + s.notes + s.prds + s.checkpoints), 0)::int8 from project_sizes s where s.user_id = u.id) as storage
     from users u left join user_activity a on a.user_id = u.id
     cross join lateral (
       select sum(r.input_tokens + r.output_tokens) as tokens, sum(r.cost_usd) as cost,
         bool_and(r.cost_usd is not null or r.input_tokens + r.output_tokens = 0) as cost_known
       from generation_runs r where r.user_id = u.id and r.created_at >= $2::timestamptz
     ) m
     where u.id = any ($1::uuid[]) order by u.created_at desc, u.id desc`,
    [ids, monthStart],
  );
  return rows;
}

export interface UserNumbers {
  total_tokens: number;
  month_tokens: number;
  month_cost: number;
  month_cost_known: boolean;
  runs_finished: number;
  runs_completed: number;
  calls: number;
  calls_succeeded: number;
  avg_ms: number | null;
  active_projects: number;
}

/** A success is a call with a status below 400, or a completed run; runs under way do not count. */
export async function readNumbers(pool: pg.Pool, userId: Id, monthStart: string): Promise<UserNumbers> {
  const { rows } = await pool.query<UserNumbers>(
    `select r.*, c.*, p.*
     from (
       select coalesce(sum(input_tokens + output_tokens), 0)::int8 as total_tokens,
         coalesce(sum(input_tokens + output_tokens) filter (where created_at >= $2::timestamptz), 0)::int8 as month_tokens,
         coalesce(sum(cost_usd) filter (where created_at >= $2::timestamptz), 0)::float8 as month_cost,
         coalesce(bool_and(cost_usd is not null or input_tokens + output_tokens = 0)
           filter (where created_at >= $2::timestamptz), true) as month_cost_known,
         count(*) filter (where status <> 'running')::int as runs_finished,
         count(*) filter (where status = 'completed')::int as runs_completed
       from generation_runs where user_id = $1
     ) r, (
       select count(*)::int as calls, count(*) filter (where status_code < 400)::int as calls_succeeded,
         avg(response_time_ms)::float8 as avg_ms
       from mcp_logs where user_id = $1
     ) c, (
       select count(*)::int as active_projects from projects where user_id = $1 and status = 'active' and deleted_at is null and not is_example
     ) p`,
    [userId, monthStart],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has no row');
  return row;
}

export interface ActivityRow {
  at: Date;
  command: string;
  status: string;
  tokens: number;
  project_id: Id | null;
}

/** The latest calls and runs merged; `limit` rows are read of each. */
export async function listRecent(pool: pg.Pool, userId: Id, limit: number): Promise<ActivityRow[]> {
  const { rows } = await pool.query<ActivityRow>(
    `select * from (
       (select inserted_at as at, command, case when status_code < 400 then 'success' else 'error ' || status_code end as status,
          0 as tokens, project_id
        from mcp_logs where user_id = $1 order by inserted_at desc nulls last limit $2)
       union all
       (select created_at, case kind when 'plan' then 'prd-to-tasks' else kind end,
          case status when 'completed' then 'success' when 'running' then 'running' else coalesce(error_code, error_type, 'failed') end,
          input_tokens + output_tokens, project_id
        from generation_runs where user_id = $1 order by created_at desc nulls last limit $2)
     ) latest order by at desc limit $2`,
    [userId, limit],
  );
  return rows;
}

/** Days by UTC; days without usage are zero. */
export async function listTokensPerDay(
  pool: pg.Pool,
  userId: Id,
  today: string,
): Promise<{ day: string; tokens: number }[]> {
  const { rows } = await pool.query<{ day: string; tokens: number }>(
    `select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(r.input_tokens + r.output_tokens), 0)::int8 as tokens
     from generate_series(($2::date - 29)::timestamp, $2::date::timestamp, interval '1 day') as d (day)
     left join generation_runs r on r.user_id = $1 and r.created_at >= d.day at time zone 'UTC'
       and r.created_at < (d.day + interval '1 day') at time zone 'UTC'
     group by d.day order by d.day`,
    [userId, today],
  );
  return rows;
}
