import { Worker } from 'node:worker_threads';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction, Requirement } from '#contract/requirement.ts';
import { AppError } from '#server/platform/error.ts';
import type { OfflinePlan } from './offline/plan-offline.ts';
import type { OfflineJob } from './serve-offline.ts';

const LIMIT_SECONDS = 20;
const MEMORY_MB = 512;
/** Beyond this many, whoever comes is told at once instead of waiting for a minute. */
const QUEUE_MAX = 50;
/** Of these, one account's: otherwise one could keep all others out. */
const OWN_MAX = 8;

interface Answer {
  extraction: Extraction;
  draft: PlanDraft | null;
}

interface Waiting extends PromiseWithResolvers<Answer> {
  job: OfflineJob;
  /** The account it is for; null for work of the server's own. */
  by: string | null;
  limitSeconds: number;
}

/** One thread for all: planning is short, and a second one would take the core that answers requests. */
let worker: Worker | undefined;
let running: Waiting | undefined;
let clock: NodeJS.Timeout | undefined;
const queue: Waiting[] = [];

/** Reads a PRD and drafts its plan on a thread of its own; too long or too large for it is refused in words. */
export async function runOffline(
  content: string,
  previous: readonly Requirement[],
  { maxTasks, by = null, limitSeconds }: { maxTasks: number; by?: string | null; limitSeconds?: number },
): Promise<OfflinePlan> {
  const { extraction, draft } = await enqueue({ content, previous, maxTasks }, by, limitSeconds);
  if (draft === null) throw new Error('the offline planner answered without a draft');
  return { extraction, draft };
}

/** Reads a PRD on the same thread, without planning. */
export async function readPrdOffline(
  content: string,
  previous: readonly Requirement[] = [],
  by: string | null = null,
): Promise<Extraction> {
  return (await enqueue({ content, previous, maxTasks: null }, by)).extraction;
}

/** Ends the thread with the server; what still waits is told. */
export async function closeOffline(): Promise<void> {
  const closing = worker;
  const left = [...(running === undefined ? [] : [running]), ...queue.splice(0)];
  forget();
  for (const { reject } of left) reject(stopped());
  await closing?.terminate();
}

function enqueue(job: OfflineJob, by: string | null, limitSeconds = LIMIT_SECONDS): Promise<Answer> {
  const own = by === null ? 0 : queue.filter((each) => each.by === by).length;
  if (queue.length >= QUEUE_MAX || own >= OWN_MAX)
    return Promise.reject(busy('Many documents are being read right now. Try again in a few seconds.'));
  const waiting: Waiting = { ...Promise.withResolvers<Answer>(), job, by, limitSeconds };
  queue.push(waiting);
  next();
  return waiting.promise;
}

function next(): void {
  if (running !== undefined) return;
  running = queue.shift();
  if (running === undefined) {
    // An idle thread keeps nobody from ending the process.
    worker?.unref();
    return;
  }
  worker ??= start();
  worker.ref();
  worker.postMessage(running.job, []);
  clock = setTimeout(
    () => abandon(tooMuch(`took longer than ${running?.limitSeconds ?? LIMIT_SECONDS} seconds`)),
    running.limitSeconds * 1_000,
  );
}

function start(): Worker {
  const started = new Worker(new URL('./serve-offline.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const isCurrent = () => worker === started;
  started.on('message', (answer: Answer) => {
    if (!isCurrent()) return;
    const done = running;
    clearTimeout(clock);
    running = undefined;
    done?.resolve(answer);
    next();
  });
  started.on('error', (error: Error & { code?: string }) => {
    if (!isCurrent()) return;
    abandon(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('needs more memory than it may have') : error);
  });
  started.on('exit', () => {
    if (isCurrent()) abandon(new Error('the offline planner’s thread ended'));
  });
  return started;
}

/** A thread that was stopped in the middle is not used again; the next job gets a new one. */
function abandon(error: Error): void {
  const failed = running;
  const old = worker;
  forget();
  void old?.terminate();
  failed?.reject(error);
  next();
}

function forget(): void {
  clearTimeout(clock);
  worker = undefined;
  running = undefined;
}

const tooMuch = (what: string) =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `The embedded planner gave up on this PRD: it ${what}. Nothing was changed. Split the document into smaller parts and try again.`,
  );

const stopped = () => busy('The server is stopping. Please try again in a moment.');

const busy = (message: string) =>
  new AppError('INTERNAL_ERROR', message, { code: 'SERVER_BUSY', status: 503, retryAfterSeconds: 5 });
