import { sweepLogs } from '../admin/index.ts';
import { sweepCalls } from '../agent/index.ts';
import { sweepExpired } from '../auth/index.ts';
import { sweepChunks, sweepRuns } from '../engine/index.ts';
import { tellFullAccounts } from '../billing/index.ts';
import { purgeProjects } from '../plan/index.ts';
import { type Context, type Services, systemContext } from '../platform/context.ts';
import { settleAllPlaces } from '../projects/index.ts';
import { sweepLimits } from '../platform/http/limits.ts';

const HOUR_MS = 3_600_000;

/** Clears what time has made meaningless. Several servers may do so at once: a deleted row cannot be deleted again. */
export function sweepHourly(services: Services): () => void {
  const ctx = systemContext(services, 'baton sweep');
  const timer = setInterval(() => {
    Promise.all([
      sweepExpired(ctx),
      sweepLimits(ctx),
      sweepCalls(ctx),
      sweepChunks(ctx),
      sweepLogs(ctx),
      settleAllPlaces(ctx),
      purgeProjects(ctx),
      tellFullAccounts(ctx),
    ]).catch((error: unknown) => services.log.warn({ err: error }, 'old rows could not be cleared'));
  }, HOUR_MS);
  timer.unref();
  const stopWatching = watchRuns(services, ctx);
  return () => {
    clearInterval(timer);
    stopWatching();
  };
}

const RUNS_EVERY_MS = 15_000;

/** A run whose server died has counted for somebody: that is not left for an hour. */
function watchRuns(services: Services, ctx: Context): () => void {
  const sweep = () =>
    void sweepRuns(ctx).catch((error: unknown) => services.log.warn({ err: error }, 'lost runs could not be ended'));
  sweep();
  const timer = setInterval(sweep, RUNS_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
