import { sweepCalls } from '../agent/index.ts';
import { sweepExpired } from '../auth/index.ts';
import { type Services, systemContext } from '../platform/context.ts';
import { sweepLimits } from '../platform/http/limits.ts';

const HOUR_MS = 3_600_000;

/** Clears what time has made meaningless. Several servers may do so at once: a deleted row cannot be deleted again. */
export function sweepHourly(services: Services): () => void {
  const ctx = systemContext(services, 'baton sweep');
  const timer = setInterval(() => {
    Promise.all([sweepExpired(ctx), sweepLimits(ctx), sweepCalls(ctx)]).catch((error: unknown) =>
      services.log.warn({ err: error }, 'old rows could not be cleared'),
    );
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
