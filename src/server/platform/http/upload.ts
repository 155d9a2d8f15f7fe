import type { Readable } from 'node:stream';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { AppError } from '../error.ts';
import { type HttpParts, admit, answerWith } from './mount.ts';

/** What came: a file as it is, or the bytes of a JSON body, which nobody has read yet. */
export interface Upload {
  chunks: Uint8Array[];
  isJson: boolean;
  /** What the address says. */
  wishes: Record<string, unknown>;
}

export type UploadUseCase<E> = (ctx: Context, upload: Upload) => Promise<AnswerOf<E>>;
export type MountUpload = <E extends Endpoint>(endpoint: E, useCase: UploadUseCase<E>) => void;

/** Bytes of uploads that this server holds at a time, whoever sent them. */
const HELD_MAX = 512 * 1024 * 1024;
let held = 0;

/**
 * The door for bodies of many megabytes. Who sends it is known before the first byte is taken, and the use case gets the
 * bytes as they came: parsed here, they would hold up everybody else's calls.
 */
export function createMountUpload(parts: HttpParts): MountUpload {
  return (endpoint, useCase) => {
    const limit = endpoint.bodyLimit ?? 0;
    void parts.app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { endpoint },
        bodyLimit: limit,
        handler: async (request, reply) => {
          const began = performance.now();
          const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
          const { params, query, headers } = request;
          const { ctx, input } = await admit(parts, { ...endpoint, body: undefined }, request, {
            params,
            query,
            headers,
            body: undefined,
          });
          return answerWith(parts, { endpoint, request, reply, ctx, input, began }, async () => {
            const upload = await receive(request.body as Readable | undefined, limit).catch((error: unknown) => {
              // What is still on its way is not wanted any more.
              reply.header('connection', 'close');
              throw error;
            });
            try {
              return await useCase(ctx, { chunks: upload.chunks, isJson, wishes: input });
            } finally {
              upload.release();
            }
          });
        },
      });
    });
  };
}

async function receive(
  body: Readable | undefined,
  limit: number,
): Promise<{ chunks: Uint8Array[]; release: () => void }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const release = () => {
    held -= bytes;
    bytes = 0;
  };
  if (body === undefined) return { chunks, release };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const take = (chunk: Uint8Array) => {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    held += chunk.byteLength;
    if (bytes > limit) reject(tooLarge(limit));
    else if (held > HELD_MAX) reject(busy());
  };
  body.on('data', take);
  body.on('end', resolve);
  body.on('error', reject);
  body.on('close', () => reject(new AppError('VALIDATION_ERROR', 'The file broke off before it had arrived whole.')));
  try {
    await promise;
    return { chunks, release };
  } catch (error) {
    release();
    throw error;
  } finally {
    body.off('data', take);
    // Taken in and forgotten: a sender that is cut off in the middle never reads the answer.
    body.resume();
  }
}

const tooLarge = (limit: number) =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `The file is larger than the ${limit / 1024 / 1024} MB that an import takes. Export it with fewer checkpoints, pack it with gzip, or split it.`,
  );

const busy = () =>
  new AppError('INTERNAL_ERROR', 'Many large files are arriving right now. Try again in a moment.', {
    code: 'SERVER_BUSY',
    status: 503,
    retryAfterSeconds: 10,
  });
