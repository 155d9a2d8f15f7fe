import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { serverBusy } from './refusals.ts';

export interface Background {
  /** Not awaited by the response, so that its timing reveals nothing about the work (timing side channel). */
  run(ctx: Context, work: () => Promise<void>): void;
  /** Resolves when no work is under way. */
  settle(): Promise<void>;
}

const RUNNING_MAX = 200;

export function createBackground(): Background {
  const running = new Set<Promise<void>>();
  return {
    run(ctx, work) {
      if (running.size >= RUNNING_MAX) throw serverBusy();
      const task = work()
        .catch((error: unknown) => {
          // The mailer has already recorded a mail that was refused.
          if (error instanceof AppError)
            ctx.log.warn({ requestId: ctx.requestId, code: error.detail.code }, error.message);
          else ctx.errorLog.record({ level: 'error', category: 'auth', error, requestId: ctx.requestId });
        })
        .finally(() => running.delete(task));
      running.add(task);
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
