import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import type { AnswerName } from './answers.ts';
import type { AnswerJob } from './serve-answer.ts';

/** A capped answer takes a fraction of either. */
const LIMIT_MS = 20_000;
const MEMORY_MB = 128;

/** The thread that waits for the next answer, and the end of the line of those who wait for it. */
let idle: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The object in a model's text, or undefined when it has another shape. It is read once, in a thread of its own: two
 * megabytes of whatever somebody else's server sends take their time, and nobody's request waits for it.
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

/** A thread that took too long or too much is not used again; what it read is no answer. */
function readNow<T>(job: AnswerJob, limitMs: number): Promise<T | undefined> {
  const thread = idle ?? startThread();
  idle = undefined;
  return new Promise((resolve) => {
    const end = (answer: T | undefined) => {
      clearTimeout(clock);
      thread.off('message', take).off('error', giveUp).off('exit', giveUp);
      resolve(answer);
    };
    const giveUp = () => {
      end(undefined);
      void thread.terminate();
    };
    const take = (answer: T | undefined) => {
      end(answer);
      idle = thread;
      // An idle thread keeps nobody from ending the process.
      thread.unref();
    };
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
