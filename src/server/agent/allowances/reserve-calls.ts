import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { Reservation, Return, Times } from './reservation.ts';

/** One twentieth of what is left is reserved at a time, so that other servers find the rest. */
const SHARE = 20;

/** Whether the call fits, and the theoretical arrival times (GCRA) before it. */
export interface Reserved {
  taken: boolean;
  hour: number;
  minute: number;
  calls: number;
}

const us = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const at = (sum: string) => `timestamptz 'epoch' + (${sum}) * interval '1 microsecond'`;

/** Returns a reservation: the exact time if the row is as this server left it, else only what has not decayed. */
const settled = (period: 'hour' | 'minute', exact: string, back: string) =>
  `case when is_untouched then ${exact} else ${period} - ${back} end`;

/**
 * A rate limiter by GCRA: the row keeps the two times at which the allowances are full again, so there is no window
 * boundary around which a client could send twice the limit. Against clock skew between servers: a time more than a
 * minute beyond what is possible was written by a clock that was ahead, and is ignored; one slightly beyond it counts
 * as a fully used allowance. So no clock locks a key out for longer than its next call takes. A refused call changes
 * nothing.
 */
const RESERVE = `
  with found as (
    select ${us('hour')} as hour, ${us('minute')} as minute from agent_allowances where user_id = $1 for no key update
  ), seen as (
    select *, hour = $5::bigint and minute = $6::bigint as is_untouched from found
  ), base as (
    select case when minute > $2::bigint + 120000000 then $2
        else least(greatest(${settled('hour', '$7::bigint', '$9::bigint')}, $2), $2 + 3600000000) end as hour,
      case when minute > $2 + 120000000 then $2
        else least(greatest(${settled('minute', '$8::bigint', '$10::bigint')}, $2), $2 + 60000000) end as minute
    from seen
    union all select $2, $2 where not exists (select from found)
  ), room as (
    select *, $2 + 3600000000 - hour as hour_left, $2 + 60000000 - minute as minute_left from base
  ), sums as (
    select hour, minute, hour_left >= $3::bigint and minute_left >= $4::bigint as fits,
      case when $3 = 0 then 1
        else 1 + least((hour_left - $3) / ($3 * ${SHARE}), (minute_left - $4) / ($4 * ${SHARE})) end as calls
    from room
  ), fresh as (
    insert into agent_allowances (user_id, hour, minute)
    select $1, ${at('hour + calls * $3')}, ${at('minute + calls * $4')} from sums
    where fits and not exists (select from found)
    on conflict (user_id) do nothing returning 1
  ), counted as (
    update agent_allowances a set hour = ${at('sums.hour + sums.calls * $3')}, minute = ${at('sums.minute + sums.calls * $4')}
    from sums where a.user_id = $1 and sums.fits and exists (select from found)
    returning 1
  )
  select fits as taken, hour, minute, calls, fits and not exists (select from fresh) and not exists (select from counted) as lost
  from sums`;

const NONE: Times = { hour: 0, minute: 0 };

/**
 * Counts a call, and reserves more of them when much is left; returns the previous reservation in the same statement.
 */
export async function reserveCalls(
  pool: pg.Pool,
  userId: Id,
  now: number,
  steps: Times,
  before: Return | undefined,
): Promise<Reserved> {
  const { row, exact, back } = before ?? { row: undefined, exact: NONE, back: NONE };
  const values = [
    userId,
    now,
    steps.hour,
    steps.minute,
    row?.hour ?? null,
    row?.minute ?? null,
    exact.hour,
    exact.minute,
    Math.floor(back.hour),
    Math.floor(back.minute),
  ];
  const { rows } = await pool.query<Reserved & { lost: boolean }>({ name: 'baton_lend_calls', text: RESERVE, values });
  const [reserved] = rows;
  if (reserved === undefined) throw new Error('the call was not counted');
  // Lost the race to insert the row (`on conflict do nothing`): now it exists and can be updated.
  return reserved.lost ? reserveCalls(pool, userId, now, steps, before) : reserved;
}

export function reservationOf({ hour, minute, calls }: Reserved, now: number, steps: Times): Reservation {
  const reserved = { hour: calls * steps.hour, minute: calls * steps.minute };
  return {
    exact: { hour, minute },
    row: { hour: hour + reserved.hour, minute: minute + reserved.minute },
    left: reserved,
    at: now,
  };
}

const RETURN = `
  update agent_allowances a set
    hour = case when ${us('a.hour')} = r.row_hour and ${us('a.minute')} = r.row_minute
      then ${at('r.exact_hour')} else a.hour - r.back_hour * interval '1 microsecond' end,
    minute = case when ${us('a.hour')} = r.row_hour and ${us('a.minute')} = r.row_minute
      then ${at('r.exact_minute')} else a.minute - r.back_minute * interval '1 microsecond' end
  from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
    as r (user_id, row_hour, row_minute, exact_hour, exact_minute, back_hour, back_minute)
  where a.user_id = r.user_id`;

export async function returnCalls(pool: pg.Pool, returns: ReadonlyMap<Id, Return>): Promise<void> {
  // Sorted, so that two servers that update the same rows lock them in the same order.
  const all = [...returns].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await pool.query({
    name: 'baton_give_back_calls',
    text: RETURN,
    values: [
      all.map(([userId]) => userId),
      all.map(([, { row }]) => row.hour),
      all.map(([, { row }]) => row.minute),
      all.map(([, { exact }]) => exact.hour),
      all.map(([, { exact }]) => exact.minute),
      all.map(([, { back }]) => Math.floor(back.hour)),
      all.map(([, { back }]) => Math.floor(back.minute)),
    ],
  });
}
