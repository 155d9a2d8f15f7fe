import type pg from 'pg';

const DAY = "interval '1 day'";

export interface MetricRow {
  new_users: number;
  active_users: number;
  projects: number;
  projects_today: number;
  projects_before: number;
}

/**
 * `today` is the day by UTC. Active means a call within the last 7 × 24 hours. Full days come from the daily roll-up;
 * of the partial first day the accounts are read individually, and most of them were active since anyway.
 */
export async function readMetrics(pool: pg.Pool, today: string, now: Date): Promise<MetricRow> {
  const { rows } = await pool.query<MetricRow>(
    `with since as (select $2::timestamptz - 7 * ${DAY} as moment)
     select a.new_users, (select coalesce(sum(n), 0)::int from project_counts) as projects, p.projects_today, p.projects_before,
       later.n + (select count(*)::int from user_activity where last_active_at > moment
         and last_active_at < ((moment at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC') as active_users
     from since, (
       select coalesce(sum(n), 0)::int as new_users from day_counts where subject = 'accounts' and day >= $1::date
     ) a, (
       select coalesce(sum(n) filter (where day >= $1::date), 0)::int as projects_today,
         coalesce(sum(n) filter (where day < $1::date), 0)::int as projects_before
       from day_counts where subject = 'projects' and day >= $1::date - 30
     ) p, lateral (
       select coalesce(sum(n), 0)::int as n from day_counts
       where subject = 'last active' and day > (moment at time zone 'UTC')::date
     ) later`,
    [today, now],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has no row');
  return row;
}

/** The hours that the charts cover: the current, incomplete one and the 23 before it. */
const FIRST_HOUR = "date_trunc('hour', $1::timestamptz, 'UTC') - interval '23 hours'";

/** 24 rows; hours without a call are zero. */
export async function listCallsPerHour(
  pool: pg.Pool,
  now: Date,
): Promise<{ hour: Date; calls: number; errors: number }[]> {
  const { rows } = await pool.query<{ hour: Date; calls: number; errors: number }>(
    `select h.hour, coalesce(c.calls, 0) as calls, coalesce(c.errors, 0) as errors
     from generate_series(${FIRST_HOUR}, $1::timestamptz, interval '1 hour') as h (hour)
     left join call_hours c on c.hour = h.hour order by h.hour`,
    [now],
  );
  return rows;
}

/** 30 days by UTC; days without a sign-up are zero. */
export async function listSignUpsPerDay(pool: pg.Pool, today: string): Promise<{ day: string; count: number }[]> {
  const { rows } = await pool.query<{ day: string; count: number }>(
    `with counted as (
       select day, sum(n)::int as n from day_counts where subject = 'accounts' and day >= $1::date - 29 group by day
     )
     select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(c.n, 0) as count
     from generate_series(($1::date - 29)::timestamp, $1::date::timestamp, interval '1 day') as d (day)
     left join counted c on c.day = d.day::date
     order by d.day`,
    [today],
  );
  return rows;
}

/** Sorted by 95th percentile of the last 24 hours, to two significant digits. */
export async function listSlowest(
  pool: pg.Pool,
  now: Date,
  limit: number,
): Promise<{ command: string; p95: number; calls: number }[]> {
  const { rows } = await pool.query<{ command: string; p95: number; calls: number }>(
    `with counted as (
       select command, ms, sum(calls) as n from call_times where hour >= ${FIRST_HOUR} group by command, ms
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
