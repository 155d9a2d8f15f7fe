import type pg from 'pg';

const DAY = "interval '1 day'";

export interface MetricRow {
  new_users: number;
  active_users: number;
  projects: number;
  projects_today: number;
  projects_before: number;
}

/** `today` is the day by UTC. Active is whoever called in the last seven times 24 hours. */
export async function readMetrics(pool: pg.Pool, today: string, now: Date): Promise<MetricRow> {
  const { rows } = await pool.query<MetricRow>(
    `with day as (select $1::date::timestamp at time zone 'UTC' as start)
     select
       (select count(*)::int from users where created_at >= day.start) as new_users,
       (select count(*)::int from user_activity where last_active_at > $2::timestamptz - 7 * ${DAY}) as active_users,
       (select count(*)::int from projects where deleted_at is null) as projects,
       (select count(*)::int from projects where created_at >= day.start) as projects_today,
       (select count(*)::int from projects where created_at >= day.start - 30 * ${DAY} and created_at < day.start) as projects_before
     from day`,
    [today, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has no row');
  return row;
}

/** 24 hours, also those without a call; the last one is under way. */
export async function listCallsPerHour(
  pool: pg.Pool,
  now: Date,
): Promise<{ hour: Date; calls: number; errors: number }[]> {
  const { rows } = await pool.query<{ hour: Date; calls: number; errors: number }>(
    `with hours as (
       select generate_series(date_trunc('hour', $1::timestamptz, 'UTC') - interval '23 hours',
         date_trunc('hour', $1::timestamptz, 'UTC'), interval '1 hour') as hour
     ), counted as (
       select date_bin('1 hour', inserted_at, 'epoch') as hour, count(*)::int as calls,
         count(*) filter (where status_code >= 400)::int as errors
       from mcp_logs where inserted_at >= date_trunc('hour', $1::timestamptz, 'UTC') - interval '23 hours' group by 1
     )
     select h.hour, coalesce(c.calls, 0) as calls, coalesce(c.errors, 0) as errors
     from hours h left join counted c using (hour) order by h.hour`,
    [now],
  );
  return rows;
}

/** 30 days by UTC, also those on which nobody came. */
export async function listSignUpsPerDay(pool: pg.Pool, today: string): Promise<{ day: string; count: number }[]> {
  const { rows } = await pool.query<{ day: string; count: number }>(
    `with counted as (
       select date_bin('1 day', created_at, 'epoch') as day, count(*)::int as n from users
       where created_at >= ($1::date - 29)::timestamp at time zone 'UTC' group by 1
     )
     select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(c.n, 0) as count
     from generate_series(($1::date - 29)::timestamp, $1::date, interval '1 day') as d (day) left join counted c on c.day = d.day at time zone 'UTC'
     order by d.day`,
    [today],
  );
  return rows;
}

/**
 * By what 95 of 100 calls of the last 24 hours stay under: a time that was really measured, none in between. Equal times
 * are counted first, because there are far fewer of them than calls, and only they have to be sorted.
 */
export async function listSlowest(
  pool: pg.Pool,
  now: Date,
  limit: number,
): Promise<{ command: string; p95: number; calls: number }[]> {
  const { rows } = await pool.query<{ command: string; p95: number; calls: number }>(
    `with counted as (
       select command, response_time_ms as ms, count(*) as n
       from mcp_logs where inserted_at > $1::timestamptz - ${DAY} group by command, response_time_ms
     ), ranked as (
       select command, ms, sum(n) over (partition by command order by ms) as up_to, sum(n) over (partition by command) as calls
       from counted
     )
     select command, min(ms) filter (where up_to >= 0.95 * calls) as p95, max(calls)::int as calls
     from ranked group by command order by p95 desc, command limit $2`,
    [now, limit],
  );
  return rows;
}
