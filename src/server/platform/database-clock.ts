import type pg from 'pg';

/** How often the database is asked again what time it is. */
const LOOK_MS = 10_000;

export interface DatabaseClock {
  now(): Date;
  stop(): void;
}

/**
 * The database's time, as every server of it tells it: leases, orders and times of change are compared between servers,
 * and a machine whose clock is wrong or is set must not end anybody's lease. Between two looks the time goes on by the
 * process's own counter, which nobody sets.
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
    // It was read about half-way between the question and the answer.
    if (row !== undefined) ahead = row.ms - (asked + answered) / 2;
  };
  await look();
  // A database that does not answer keeps the time it had; whoever needs it fails on its own.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref();
  return {
    now: () => new Date(Math.floor(performance.now() + ahead)),
    stop: () => clearInterval(timer),
  };
}
