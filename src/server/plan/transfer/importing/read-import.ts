import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '#server/platform/error.ts';
import { guard, guarded, setTimeout } from '#server/platform/guard.ts';
import { createTurns } from '#server/platform/http/turns.ts';
import type { ImportAnswer, ImportHead, ImportJob, ImportPart, ImportQuestion } from './import-parts.ts';
import { isGzip, isZip } from '../formats/read-archive.ts';

/** A validated import; its parts are pulled one at a time (back-pressure). */
export interface ReadImport {
  head: ImportHead;
  parts(): AsyncIterable<ImportPart> | Iterable<ImportPart>;
}

interface Settings {
  file: URL;
  memoryMb: number;
  limitSeconds: number;
  /** Aborted when the client has disconnected. */
  gone: AbortSignal | undefined;
}

const DEFAULTS: Settings = {
  file: new URL('./serve-import.ts', import.meta.url),
  memoryMb: 1_536,
  limitSeconds: 300,
  gone: undefined,
};

/** Worker threads for imports, and the length of their queue: each may need a gigabyte. */
const THREADS = 2;
const WAITING_MAX = 20;
/** Network chunks of at most 64 KB. */
const CHUNKS_PER_TURN = 16;
const turns = createTurns(THREADS);
let waiting = 0;

/**
 * Parsed in a few milliseconds, which is less than starting a thread takes. Compressed data may be a thousand times as
 * large.
 */
const SMALL_BYTES = 32 * 1024;

/** Parses an import and passes it to `use`; large and compressed ones are parsed in a worker thread. */
export async function readImport<T>(
  job: ImportJob,
  use: (read: ReadImport) => Promise<T>,
  given: Partial<Settings> = {},
): Promise<T> {
  const bytes = job.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  if (job.file !== undefined || bytes > SMALL_BYTES || isPacked(job)) return readInThread(job, use, given);
  // Loaded on first use: the parsers take megabytes, and most servers never import anything.
  const { readJob } = await import('./read-job.ts');
  const { head, parts } = readJob(job);
  return use({ head, parts: () => parts });
}

function isPacked({ chunks, isJson }: ImportJob): boolean {
  const sent = Buffer.concat(chunks);
  return isJson ? sent.includes('base64') : isGzip(sent) || isZip(sent);
}

/** The thread is terminated when `use` has ended. */
async function readInThread<T>(
  job: ImportJob,
  use: (read: ReadImport) => Promise<T>,
  given: Partial<Settings>,
): Promise<T> {
  if (waiting >= WAITING_MAX)
    throw new AppError('INTERNAL_ERROR', 'Many files are being imported right now. Try again in a few seconds.', {
      code: 'SERVER_BUSY',
      status: 503,
      retryAfterSeconds: 5,
    });
  const settings = { ...DEFAULTS, ...given };
  const { gone } = settings;
  const end = await takeThread(gone);
  const thread = startThread(settings);
  // The next in the queue gets the thread's slot at once, whatever this one's last statement still does.
  const leave = guarded(() => thread.end().then(end));
  gone?.addEventListener('abort', leave);
  try {
    gone?.throwIfAborted();
    const { chunks, ...rest } = job;
    await thread.take(chunks);
    const answer = await thread.ask({ ask: 'read', job: rest });
    if (answer.kind !== 'head') throw new Error('an import began without its head');
    return await use({ head: answer.head, parts: () => readParts(thread) });
  } finally {
    gone?.removeEventListener('abort', leave);
    await thread.end();
    end();
  }
}

async function takeThread(gone: AbortSignal | undefined): Promise<() => void> {
  const turn = turns.take('imports');
  const left = Promise.withResolvers<never>();
  const leave = guarded(() => left.reject(gone?.reason));
  gone?.addEventListener('abort', leave);
  waiting += 1;
  try {
    gone?.throwIfAborted();
    return await Promise.race([turn, left.promise]);
  } catch (error) {
    void turn.then((end) => end());
    throw error;
  } finally {
    waiting -= 1;
    gone?.removeEventListener('abort', leave);
  }
}

async function* readParts(thread: ReaderThread): AsyncGenerator<ImportPart> {
  for (;;) {
    const answer = await thread.ask({ ask: 'next' });
    if (answer.kind !== 'part') return;
    yield answer.part;
  }
}

interface ReaderThread {
  take(chunks: Uint8Array[]): Promise<void>;
  ask(question: ImportQuestion): Promise<ImportAnswer>;
  end(): Promise<void>;
}

function startThread({ file, memoryMb, limitSeconds, gone }: Settings): ReaderThread {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  let answering: PromiseWithResolvers<ImportAnswer> | undefined;
  const fail = (error: unknown) => answering?.reject(error);
  guard(worker).on('message', (answer: ImportAnswer) => {
    if (answer.kind === 'refused') fail(new AppError(answer.type, answer.message, answer.detail));
    else answering?.resolve(answer);
  });
  guard(worker).on('error', (error: Error & { code?: string }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch('needs more memory than an import may have') : error),
  );
  guard(worker).on('exit', () =>
    fail(gone?.aborted === true ? gone.reason : new Error('the thread that reads imports ended')),
  );
  return {
    async take(chunks) {
      // In several messages: one would be copied in one turn of the event loop.
      while (chunks.length > 0) {
        worker.postMessage({ ask: 'take', chunks: chunks.splice(0, CHUNKS_PER_TURN) } satisfies ImportQuestion, []);
        await nextTurn();
      }
    },
    async ask(question) {
      gone?.throwIfAborted();
      const mine = Promise.withResolvers<ImportAnswer>();
      answering = mine;
      const clock = setTimeout(
        () => fail(tooMuch(`took longer than ${limitSeconds} seconds to read`)),
        limitSeconds * 1_000,
      );
      try {
        worker.postMessage(question, []);
        return await mine.promise;
      } finally {
        clearTimeout(clock);
      }
    },
    end: async () => void (await worker.terminate()),
  };
}

const tooMuch = (what: string) =>
  new AppError('PAYLOAD_TOO_LARGE', `The file ${what}. Nothing was imported. Leave checkpoints out, or split it.`);
