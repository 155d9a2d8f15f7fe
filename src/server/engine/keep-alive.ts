import { and, eq } from 'drizzle-orm';
import { generationRuns } from '#server/platform/db/tables/index.ts';
import { setInterval } from '#server/platform/guard.ts';
import type { EngineContext } from './context.ts';
import { failRun } from './fail-run.ts';
import type { TokenUsage } from './planner.ts';
import type { RunRow } from './queries.ts';
import { RUN_BEAT_MS, interrupted } from './rules.ts';

export interface Alive {
  signal: AbortSignal;
  spent: TokenUsage | null;
}

/** Runs the work with a heartbeat; on failure, ends the run as failed. */
export async function keepAlive<T>(ctx: EngineContext, run: RunRow, work: (alive: Alive) => Promise<T>): Promise<T> {
  const lost = new AbortController();
  const beat = setInterval(() => {
    return beatOnce(ctx, run).then(
      (isOurs) => isOurs || lost.abort(interrupted()),
      // A short outage of the database does not end the run: whether it was declared dead is seen when it writes.
      (error: unknown) => ctx.log.warn({ err: error }, 'a run could not be kept alive'),
    );
  }, RUN_BEAT_MS);
  const alive: Alive = { signal: AbortSignal.any([lost.signal, ctx.underWay.signal]), spent: null };
  const began = performance.now();
  const measure = (outcome: 'completed' | 'failed') =>
    ctx.metrics.generationSeconds.observe({ planner: run.planner, outcome }, (performance.now() - began) / 1_000);
  try {
    const result = await work(alive);
    measure('completed');
    return result;
  } catch (error) {
    measure('failed');
    const reason: unknown = alive.signal.aborted ? alive.signal.reason : error;
    await failRun(ctx, run, reason, alive.spent).catch((failure: unknown) =>
      ctx.log.error({ err: failure, run: run.id }, 'a failed run could not be ended; it will be swept'),
    );
    throw reason;
  } finally {
    clearInterval(beat);
  }
}

async function beatOnce(ctx: EngineContext, run: RunRow): Promise<boolean> {
  const isIt = and(eq(generationRuns.id, run.id), eq(generationRuns.status, 'running'));
  const rows = await ctx.db
    .update(generationRuns)
    .set({ heartbeatAt: ctx.now() })
    .where(isIt)
    .returning({ id: generationRuns.id });
  return rows.length > 0;
}
