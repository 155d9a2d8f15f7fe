import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import { guarded, setTimeout } from '#server/platform/guard.ts';
import type { AnswerName } from './answers.ts';
import type { AnswerJob } from './serve-answer.ts';

/** A capped answer needs a fraction of either. */
const LIMIT_MS = 20_000;
const MEMORY_MB = 128;

/** The idle worker thread, and the tail of the queue of jobs. */
let idle: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The object in a model's text, or undefined if it does not match the schema. Parsed once, in a worker thread: two
 * megabytes from somebody else's server must not block the event loop.
 */
export function readAnswer<T>(
  { name }: { name: AnswerName; schema: z.ZodType<T> },
  text: string,
  limitMs = LIMIT_MS,
): Promise<T | undefined> {
  const mine = last.then(() => readNow<T>({ name, text }, limitMs));
  last = mine;
  return mine;
}

/** A thread that exceeded time or memory is terminated, and the result is undefined. */
function readNow<T>(job: AnswerJob, limitMs: number): Promise<T | undefined> {
  const thread = idle ?? startThread();
  idle = undefined;
  return new Promise((resolve) => {
    const end = (answer: T | undefined) => {
      clearTimeout(clock);
      thread.off('message', take).off('error', giveUp).off('exit', giveUp);
      resolve(answer);
    };
    const giveUp = guarded(() => {
      end(undefined);
      return thread.terminate();
    });
    const take = guarded((answer: T | undefined) => {
      end(answer);
      idle = thread;
      // Must not keep the process alive.
      thread.unref();
    });
    const clock = setTimeout(giveUp, limitMs);
    thread.on('message', take).on('error', giveUp).on('exit', giveUp);
    thread.ref();
    thread.postMessage(job, []);
  });
}

const startThread = () =>
  new Worker(new URL('serve-answer.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
