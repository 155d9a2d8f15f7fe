import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import { AppError } from '../error.ts';
import { guard, guarded, setInterval, setTimeout } from '../guard.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { Kept, UploadStore } from './store-upload.ts';

interface Receiving {
  hasBody: boolean;
  /** Maximum size after decompression. */
  limit: number;
  limits: Pick<ConnectionLimits, 'uploadGraceMs' | 'uploadBytesPerSecond' | 'uploadMs' | 'checkEveryMs'>;
  store: UploadStore;
  gone: AbortSignal;
}

interface Received {
  kept: Kept;
  release(): Promise<void>;
}

/** Receives a body, decompressing it; on a refusal or disconnect everything is released. */
export async function receiveUpload(request: IncomingMessage, wanted: Receiving): Promise<Received> {
  const { limit, store, gone } = wanted;
  const unpack = unpackerFor(request.headers['content-encoding']);
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  gone.throwIfAborted();
  const upload = store.open();
  try {
    if (wanted.hasBody) await takeAll(request, unpack, upload, wanted);
    return { kept: await upload.finish(), release: () => upload.release() };
  } catch (error) {
    await upload.release();
    throw error;
  }
}

async function takeAll(
  request: IncomingMessage,
  unpack: Transform | undefined,
  upload: ReturnType<UploadStore['open']>,
  { limit, limits, gone }: Receiving,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const source = unpack ?? request;
  let bytes = 0;
  const take = guarded((chunk: Uint8Array) => {
    try {
      bytes += chunk.byteLength;
      if (bytes > limit) throw tooLarge(limit);
      const isFull = upload.add(chunk);
      if (isFull === undefined) return;
      source.pause();
      isFull.then(() => source.resume(), reject);
    } catch (error) {
      reject(error);
    }
  });
  const breakOff = guarded((error: Error) => reject('statusCode' in error ? error : brokenOff()));
  const leave = guarded(() => reject(gone.reason));
  const endWatch = watchPace(request, limits, reject);
  gone.addEventListener('abort', leave);
  request.on('error', breakOff);
  source.on('data', take);
  source.on('end', resolve);
  if (unpack !== undefined) {
    guard(unpack).on('error', () => reject(damaged()));
    request.pipe(unpack);
  }
  // A paused stream does not start by itself.
  source.resume();
  try {
    await promise;
  } finally {
    endWatch();
    gone.removeEventListener('abort', leave);
    request.off('error', breakOff);
    source.off('data', take);
    if (unpack !== undefined) request.unpipe(unpack);
    unpack?.destroy();
  }
}

/** Enforces the minimum average rate and the total time: else a few slow senders would occupy all upload space. */
function watchPace(
  request: IncomingMessage,
  { uploadGraceMs, uploadBytesPerSecond, uploadMs, checkEveryMs }: Receiving['limits'],
  fail: (error: AppError) => void,
): () => void {
  const began = performance.now();
  let arrived = 0;
  const count = guarded((chunk: Uint8Array) => void (arrived += chunk.byteLength));
  request.on('data', count);
  const timer = setInterval(() => {
    const ms = performance.now() - began;
    const isSlow = ms > uploadGraceMs && arrived < (ms / 1_000) * uploadBytesPerSecond;
    if (isSlow || ms > uploadMs) fail(tooSlow({ uploadGraceMs, uploadBytesPerSecond, uploadMs }));
  }, checkEveryMs);
  return () => {
    clearInterval(timer);
    request.off('data', count);
  };
}

/**
 * After a refusal the rest of the body is read and discarded for a moment, because a client that is cut off while
 * sending never reads the response; then the connection is closed.
 */
export async function dropRest(request: IncomingMessage, reply: FastifyReply, lingerMs: number): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, lingerMs);
  request.once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
  if (!request.readableEnded) reply.header('connection', 'close');
}

function unpackerFor(encoding = 'identity'): Transform | undefined {
  if (/^identity$/i.test(encoding)) return undefined;
  if (/^(x-)?gzip$/i.test(encoding)) return createGunzip();
  throw new AppError(
    'VALIDATION_ERROR',
    'The file is packed in a way that is not read here: send it as it is, or packed with gzip.',
    {
      status: 415,
    },
  );
}

const tooLarge = (limit: number) =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `The file is larger than the ${limit / 1024 / 1024} MB that an import takes. Export it with fewer checkpoints, pack it with gzip, or split it.`,
  );

const damaged = () =>
  new AppError(
    'VALIDATION_ERROR',
    'The file is damaged or cut off: it cannot be unpacked. Pack it anew and try again.',
  );

const brokenOff = () => new AppError('VALIDATION_ERROR', 'The file broke off before it had arrived whole.');

const tooSlow = (limits: Pick<ConnectionLimits, 'uploadGraceMs' | 'uploadBytesPerSecond' | 'uploadMs'>) =>
  new AppError(
    'VALIDATION_ERROR',
    `The file arrived too slowly: after ${limits.uploadGraceMs / 1_000} seconds it must have come with ${limits.uploadBytesPerSecond / 1024} KB a second on average, and whole within ${limits.uploadMs / 60_000} minutes. Pack it with gzip, or split it.`,
    { status: 408 },
  );
