import { Worker } from 'node:worker_threads';
import { AppError } from '#server/platform/error.ts';
import { guard, setTimeout } from '#server/platform/guard.ts';
import { packInTurns, unpackInTurns } from './pack-parts.ts';
import type { ReadPrd } from './planner.ts';
import { busy } from './queue-jobs.ts';
import type { PlannerJob } from './serve-planner.ts';

/** A worker thread, one job at a time. */
export interface PlannerThread {
  /** A job over the time or memory limit is refused, and the thread is terminated. */
  run(job: PlannerJob): Promise<ReadPrd>;
  /** Terminated or crashed. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

export interface ThreadSettings {
  file: URL;
  memoryMb: number;
  limitSeconds: number;
}

/** null where the result exceeds the limit. */
type Answer = Uint8Array[] | null;

export function startThread({ file, memoryMb, limitSeconds }: ThreadSettings): PlannerThread {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  // Must not keep the process alive.
  worker.unref();
  let answering: PromiseWithResolvers<Answer> | undefined;
  let isOver = false;
  const stop = async (error: Error) => {
    isOver = true;
    answering?.reject(error);
    await worker.terminate();
  };
  guard(worker).on('message', (answer: Answer) => answering?.resolve(answer));
  guard(worker).on('error', (error: Error & { code?: string }) => {
    void stop(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('needs more memory than it may have') : error);
  });
  guard(worker).on('exit', () => void stop(new Error('the planner’s thread ended')));

  return {
    async run(job) {
      const mine = Promise.withResolvers<Answer>();
      // It may be terminated while the job is being serialised.
      mine.promise.catch(() => undefined);
      answering = mine;
      worker.ref();
      const tooLong = () => void stop(tooMuch(`took longer than ${limitSeconds} seconds`));
      const clock = setTimeout(tooLong, limitSeconds * 1_000);
      try {
        const pieces = await packInTurns(job);
        worker.postMessage(
          pieces,
          pieces.map(({ buffer }) => buffer),
        );
        const answer = await mine.promise;
        if (answer === null) throw tooMuch('has more lines than it can take in');
        return (await unpackInTurns(answer)) as ReadPrd;
      } finally {
        clearTimeout(clock);
        worker.unref();
      }
    },
    get isOver() {
      return isOver;
    },
    end: () => stop(stopping()),
  };
}

const tooMuch = (what: string) =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `The embedded planner gave up on this PRD: it ${what}. Nothing was changed. Split the document into smaller parts and try again.`,
  );

export const stopping = () => busy('The server is stopping. Please try again in a moment.');
