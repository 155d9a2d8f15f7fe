import { sweepLogs } from '../admin/index.ts';
import { sweepCalls } from '../agent/index.ts';
import { sweepExpired } from '../auth/index.ts';
import { sweepBilling, tellFullAccounts } from '../billing/index.ts';
import { sweepChunks, sweepRuns } from '../engine/index.ts';
import { sweepNotifications } from '../notifications/index.ts';
import { endLostRuns, purgeProjects, sweepOldRuns } from '../plan/index.ts';
import { type Context, type Services, systemContext } from '../platform/context.ts';
import { setTimeout } from '../platform/guard.ts';
import { settleAllPlaces, sweepPeople } from '../projects/index.ts';
import { sweepLimits } from '../platform/http/limits.ts';
import { sweepMails } from '../platform/mail/index.ts';
import { sweepObservations } from '../platform/observations.ts';
import { sweepFeeds } from '../platform/sweep-feeds.ts';
import { sweepTimelines } from '../timeline/index.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

type Sweep = (ctx: Context) => Promise<unknown>;

/** Swept every hour, in sequence, so that it takes one connection of the pool. */
export const HOURLY: readonly Sweep[] = [
  sweepExpired,
  sweepLimits,
  sweepCalls,
  sweepChunks,
  sweepBilling,
  sweepMails,
  sweepObservations,
  sweepNotifications,
  sweepLogs,
  settleAllPlaces,
  sweepPeople,
  purgeProjects,
  sweepOldRuns,
  tellFullAccounts,
  sweepTimelines,
];

const RUNS_EVERY_MS = 15_000;

/** Deletes expired data periodically. Safe on several servers concurrently: deleting is idempotent. */
export function sweepHourly(services: Services): () => void {
  const ctx = systemContext(services, 'baton sweep');
  const stops = [
    // The first run soon: a server that is restarted daily, or crashes often, sweeps as well.
    repeat(ctx, { everyMs: HOUR_MS, firstMs: MINUTE_MS }, HOURLY, 'old rows could not be cleared'),
    repeat(ctx, { everyMs: MINUTE_MS, firstMs: MINUTE_MS }, [sweepFeeds], 'old events could not be cleared'),
    // A generation whose server died has reserved usage of an account: that is not left for an hour. Nor are runs of
    // agents whose runner is gone.
    repeat(ctx, { everyMs: RUNS_EVERY_MS, firstMs: 0 }, [sweepRuns, endLostRuns], 'lost runs could not be ended'),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Runs never overlap, however long one takes; a failing sweep does not stop the others. */
function repeat(
  ctx: Context,
  { everyMs, firstMs }: { everyMs: number; firstMs: number },
  works: readonly Sweep[],
  failure: string,
): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    for (const work of works) {
      if (stopped) return;
      await work(ctx).catch((error: unknown) => {
        // A run that outlives the shutdown finds the database closed, which is not worth a warning.
        if (!stopped) ctx.log.warn({ err: error }, failure);
      });
    }
    if (!stopped) plan(everyMs);
  };
  const plan = (ms: number) => {
    timer = setTimeout(round, ms);
    timer.unref();
  };
  plan(firstMs);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
