import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { AppError } from '../error.ts';
import { sweepRows } from '../sweep-rows.ts';

export interface Rate {
  /** Requests per period; also the burst size. */
  limit: number;
  periodSeconds: number;
}

export interface RequestGate {
  pass(subject: string): void;
}

const GATE_SUBJECTS_MAX = 50_000;
const MINUTE_US = 60_000_000;

/** Integer and rounded down: otherwise the last request of a period would not fit. */
const stepOf = (period: number, limit: number): number => Math.max(Math.floor(period / limit), 1);

/**
 * The generous rate limit per account or IP address, in memory: it stops runaway clients, and a database write per
 * request would cost more than it protects. Strict limits use `spend`, which is shared by all servers.
 */
export function createRequestGate(perMinute: number, now: () => number = () => performance.now()): RequestGate {
  const arrivals = new Map<string, number>();
  const step = stepOf(MINUTE_US, Math.max(perMinute, 1));
  return {
    pass(subject) {
      if (perMinute === 0) return;
      const at = Math.floor(now() * 1_000);
      const next = Math.max(arrivals.get(subject) ?? 0, at) + step;
      if (next - at > MINUTE_US) throw tooMany(Math.ceil((next - at - MINUTE_US) / 1_000_000));
      if (arrivals.size >= GATE_SUBJECTS_MAX) arrivals.clear();
      arrivals.set(subject, next);
    },
  };
}

/**
 * Takes one from the subject's allowance in one statement, shared by all servers, or refuses with the seconds to wait.
 * GCRA: no windows, so no boundary around which twice the limit passes.
 */
export async function spend(ctx: Pick<Context, 'db' | 'now'>, subject: string, rate: Rate): Promise<void> {
  const now = ctx.now().toISOString();
  // Milliseconds, the precision of the column.
  const step = `${stepOf(rate.periodSeconds * 1_000, rate.limit)} ms`;
  const period = `${rate.periodSeconds} seconds`;
  const taken = await ctx.db.execute<{ taken: number }>(sql`
    insert into rate_limits (subject, arrival) values (${subject}, ${now}::timestamptz + ${step}::interval)
    on conflict (subject) do update
      set arrival = greatest(rate_limits.arrival, ${now}::timestamptz) + ${step}::interval
      where greatest(rate_limits.arrival, ${now}::timestamptz) + ${step}::interval <= ${now}::timestamptz + ${period}::interval
    returning 1 as taken`);
  if (taken.rows.length === 1) return;
  const { rows } = await ctx.db.execute<{ wait: number }>(sql`
    select ceil(extract(epoch from arrival + ${step}::interval - ${period}::interval - ${now}::timestamptz))::int as wait
    from rate_limits where subject = ${subject}`);
  throw tooMany(Math.max(rows[0]?.wait ?? 1, 1));
}

const tooMany = (retryAfterSeconds: number) =>
  new AppError('USAGE_LIMIT_EXCEEDED', `Too many requests. Please try again in ${retryAfterSeconds} seconds.`, {
    code: 'RATE_LIMITED',
    retryAfterSeconds,
  });

/** Deletes subjects whose allowance is full again. */
export async function sweepLimits(ctx: Context): Promise<void> {
  await sweepRows(ctx, { table: 'rate_limits', where: 'arrival < $1', before: ctx.now() });
}
