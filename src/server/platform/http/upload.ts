import type { FastifyReply } from 'fastify';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { AppError } from '../error.ts';
import { type HttpParts, admit, answerWith, inTurn } from './mount.ts';
import { dropRest, receiveUpload } from './receive-upload.ts';
import { type Kept, createUploadStore } from './store-upload.ts';

/** What came: a file as it is, or the bytes of a JSON body, which nobody has read yet. */
export interface Upload extends Kept {
  isJson: boolean;
  /** What the address says. */
  wishes: Record<string, unknown>;
  /** Aborted when whoever sent it has gone and nobody waits for the answer. */
  gone: AbortSignal;
}

export type UploadUseCase<E> = (ctx: Context, upload: Upload) => Promise<AnswerOf<E>>;
export type MountUpload = <E extends Endpoint>(endpoint: E, useCase: UploadUseCase<E>) => void;

/**
 * The door for bodies of many megabytes. Who sends it is known before the first byte is taken, and the use case gets the
 * bytes as they came: parsed here, they would hold up everybody else's calls. They come in before the account's turn: one of
 * the few requests that it may have under way does not wait for a slow line.
 */
export function createMountUpload(parts: HttpParts): MountUpload {
  const store = createUploadStore(parts.services.config.dataDirectory);
  const accounts = new Set<string>();
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
        // What is packed is unpacked below, where its size is watched.
        decompress: false,
        handler: async (request, reply) => {
          const began = performance.now();
          const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
          const { params, query, headers, raw } = request;
          const gone = watchLeaving(reply);
          try {
            const sent = { params, query, headers, body: undefined };
            const { ctx, input } = await admit(parts, { ...endpoint, body: undefined }, request, sent);
            const facts = { endpoint, request, reply, ctx, input, began, takesTurn: false };
            return await answerWith(parts, facts, () =>
              oneAtATime(accounts, ctx, async () => {
                const { limits } = scope;
                const upload = await receiveUpload(raw, {
                  hasBody: request.body !== undefined,
                  limit,
                  limits,
                  store,
                  gone,
                });
                try {
                  return await inTurn(parts, ctx, async () => {
                    gone.throwIfAborted();
                    return useCase(ctx, { ...upload.kept, isJson, wishes: input, gone });
                  });
                } finally {
                  await upload.release();
                }
              }),
            );
          } catch (error) {
            await dropRest(raw, reply, scope.limits.lingerMs);
            throw error;
          }
        },
      });
    });
  };
}

function watchLeaving({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished)
      leaving.abort(
        new AppError('VALIDATION_ERROR', 'The connection ended before the work was done. Nothing was changed.'),
      );
  });
  return leaving.signal;
}

/** A second one of the same account would only keep others waiting: they share disk, threads and database with everybody. */
async function oneAtATime<T>(accounts: Set<string>, { actor, address }: Context, work: () => Promise<T>): Promise<T> {
  const account = 'userId' in actor ? actor.userId : address;
  if (accounts.has(account))
    throw new AppError('CONFLICT', 'Another upload of this account is under way. Try again when it is done.', {
      code: 'UPLOAD_RUNNING',
      retryAfterSeconds: 10,
    });
  accounts.add(account);
  try {
    return await work();
  } finally {
    accounts.delete(account);
  }
}
