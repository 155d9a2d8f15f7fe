import type pg from 'pg';
import { setInterval } from './guard.ts';

/** How often the clock is synchronised. */
const LOOK_MS = 10_000;

export interface DatabaseClock {
  now(): Date;
  stop(): void;
}

/**
 * The database's clock, shared by all servers: leases, order and timestamps are compared between servers, and clock
 * skew or a clock that is set on one machine must not expire a lease. Between two synchronisations time advances by the
 * process's monotonic clock.
 */
export async function followDatabaseClock(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseClock> {
  let ahead = Date.now() - performance.now();
  const look = async () => {
    const asked = performance.now();
    const { rows } = await pool.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    const answered = performance.now();
    const [row] = rows;
    // Estimated at the middle of the round trip.
    if (row !== undefined) ahead = row.ms - (asked + answered) / 2;
  };
  await look();
  // If the database does not answer, the last offset is kept; what needs the database fails by itself.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref();
  return {
    now: () => new Date(Math.floor(performance.now() + ahead)),
    stop: () => clearInterval(timer),
  };
}
