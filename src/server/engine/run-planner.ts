import { availableParallelism } from 'node:os';
import { AppError } from '#server/platform/error.ts';
import { setTimeout } from '#server/platform/guard.ts';
import type { Metrics } from '#server/platform/metrics.ts';
import type { ReadPrd, ReadingKind } from './planner.ts';
import { type Account, type QueuedJob, createJobQueue } from './queue-jobs.ts';
import type { PlannerJob } from './serve-planner.ts';
import { type PlannerThread, type ThreadSettings, startThread, stopping } from './start-thread.ts';

/** A pool of worker threads that read and plan PRDs, with fair scheduling between accounts. */
export interface PlannerPool {
  run(job: PlannerJob, by: { account: Account; kind: ReadingKind }): Promise<ReadPrd>;
  /** Terminates the threads; running and queued jobs are rejected. */
  close(): Promise<void>;
}

interface Settings extends ThreadSettings {
  threads: number;
  idleSeconds: number;
  /** Creates a thread; replaced in tests. */
  start(settings: ThreadSettings): PlannerThread;
}

interface Waiting extends QueuedJob, PromiseWithResolvers<ReadPrd> {
  job: PlannerJob;
  kind: ReadingKind;
}

const DEFAULTS: Settings = {
  file: new URL('./serve-planner.ts', import.meta.url),
  // At least two: a large document must leave one for the next account.
  threads: Math.min(Math.max(2, availableParallelism() - 1), 4),
  memoryMb: 512,
  limitSeconds: 20,
  idleSeconds: 60,
  start: startThread,
};

export function createPlannerPool(
  metrics: Pick<Metrics, 'plannerJobs' | 'plannerSeconds' | 'plannerQueue'>,
  given: Partial<Settings> = {},
): PlannerPool {
  const settings = { ...DEFAULTS, ...given };
  const queue = createJobQueue<Waiting>();
  const busyThreads = new Set<PlannerThread>();
  const idleThreads = new Map<PlannerThread, NodeJS.Timeout>();
  let isClosed = false;

  const startNext = () => {
    while (busyThreads.size < settings.threads) {
      const waiting = queue.next();
      if (waiting === undefined) break;
      void work(waiting, takeThread());
    }
    metrics.plannerQueue.set({ state: 'running' }, busyThreads.size);
    metrics.plannerQueue.set({ state: 'waiting' }, queue.waiting);
  };

  const takeThread = (): PlannerThread => {
    for (const [thread, clock] of idleThreads) {
      clearTimeout(clock);
      idleThreads.delete(thread);
      if (!thread.isOver) return thread;
    }
    return settings.start(settings);
  };

  const work = async ({ job, kind, account, resolve, reject }: Waiting, thread: PlannerThread) => {
    busyThreads.add(thread);
    const began = performance.now();
    await thread.run(job).then(resolve, reject);
    metrics.plannerSeconds.observe({ kind }, (performance.now() - began) / 1_000);
    busyThreads.delete(thread);
    rest(thread);
    queue.finish(account);
    startNext();
  };

  const rest = (thread: PlannerThread) => {
    if (thread.isOver || isClosed) return;
    const end = () => {
      idleThreads.delete(thread);
      return thread.end();
    };
    idleThreads.set(thread, setTimeout(end, settings.idleSeconds * 1_000).unref());
  };

  return {
    async run(job, { account, kind }) {
      const answer = Promise.withResolvers<ReadPrd>();
      try {
        if (isClosed) throw stopping();
        queue.add({ ...answer, job, kind, account, isLive: kind === 'live', refuse: answer.reject });
        startNext();
        const read = await answer.promise;
        metrics.plannerJobs.inc({ kind, outcome: 'done' });
        return read;
      } catch (error) {
        metrics.plannerJobs.inc({ kind, outcome: outcomeOf(error) });
        throw error;
      }
    },
    async close() {
      isClosed = true;
      for (const { reject } of queue.clear()) reject(stopping());
      const threads = [...busyThreads, ...idleThreads.keys()];
      for (const clock of idleThreads.values()) clearTimeout(clock);
      idleThreads.clear();
      await Promise.all(threads.map((thread) => thread.end()));
    },
  };
}

function outcomeOf(error: unknown): 'busy' | 'superseded' | 'refused' | 'failed' {
  if (!(error instanceof AppError)) return 'failed';
  if (error.detail.code === 'SERVER_BUSY') return 'busy';
  return error.detail.code === 'READING_SUPERSEDED' ? 'superseded' : 'refused';
}
