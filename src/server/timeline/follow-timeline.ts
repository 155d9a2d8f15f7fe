import type { Id } from '#contract/fields.ts';
import { tellExpired } from '#server/plan/index.ts';
import { type Services, systemContext } from '#server/platform/context.ts';
import { setInterval, setTimeout } from '#server/platform/guard.ts';
import { type OnEntries, projectFeed } from './project-feed.ts';
import { listLagging } from './queries.ts';

/** Debounce: changes of a project within this time are projected together. */
const SOON_MS = 500;
/** Leases that ran out are looked for this often. */
const EXPIRY_MS = 5_000;
/** For projects whose server died before it projected their changes, and for messages that were lost. */
const SWEEP_MS = 300_000;

export interface TimelineFollower {
  /** Projects everything that is pending. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps the timelines up to date in the background, soon after each change, so that notifications leave without anybody
 * looking. Reading stays correct without it: a reader catches up first.
 */
export function followTimeline(services: Services, onEntries: OnEntries | undefined): TimelineFollower {
  const { bus, db, database, log } = services;
  const pending = new Set<Id>();
  const ctx = systemContext(services, 'Baton');
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let mustSweep = true;
  let isClosed = false;

  const work = async () => {
    await tellExpired(ctx);
    if (mustSweep) {
      mustSweep = false;
      for (const id of await listLagging(database.pool)) pending.add(id);
    }
    for (const id of pending) {
      if (isClosed) return;
      pending.delete(id);
      await projectFeed(db, id, { wait: false, onEntries });
    }
  };
  const run = (): Promise<void> => {
    running ??= work()
      .catch((error: unknown) => {
        if (isClosed) return;
        mustSweep = true;
        log.warn({ err: error }, 'timelines could not be brought up to date; tried again later');
      })
      .finally(() => {
        running = undefined;
        if (pending.size > 0) ask();
      });
    return running;
  };
  const ask = () => {
    if (isClosed) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      void run();
    }, SOON_MS).unref();
  };
  const sweep = () => {
    mustSweep = true;
    ask();
  };

  const offs = [
    bus.on('feed', (scope) => {
      if (!scope.startsWith('project:')) return;
      pending.add(scope.slice('project:'.length) as Id);
      ask();
    }),
    bus.onGap(sweep),
  ];
  const timers = [setInterval(ask, EXPIRY_MS).unref(), setInterval(sweep, SWEEP_MS).unref()];
  ask();
  return {
    settle: async () => {
      await running;
      await run();
    },
    close: async () => {
      isClosed = true;
      for (const off of offs) off();
      for (const timer of timers) clearInterval(timer);
      clearTimeout(soon);
      await running;
    },
  };
}
