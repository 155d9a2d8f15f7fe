import type { FastifyReply } from 'fastify';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { AppError } from '../error.ts';
import { guard } from '../guard.ts';
import { type HttpParts, admit, answerWith, inTurn } from './mount.ts';
import { dropRest, receiveUpload } from './receive-upload.ts';
import { type Kept, createUploadStore } from './store-upload.ts';

/** A file as it is, or the unparsed bytes of a JSON body. */
export interface Upload extends Kept {
  isJson: boolean;
  /** Query parameters. */
  wishes: Record<string, unknown>;
  /** Aborted when the client has disconnected. */
  gone: AbortSignal;
}

export type UploadUseCase<E> = (ctx: Context, upload: Upload) => Promise<AnswerOf<E>>;
export type MountUpload = <E extends Endpoint>(endpoint: E, useCase: UploadUseCase<E>) => void;

/**
 * Mounts endpoints with bodies of many megabytes. The caller is authenticated before the first byte is read, and the
 * use case gets raw bytes: parsing them here would block the event loop. They are received before the account's
 * concurrency limit applies, so that a slow line does not occupy a permit.
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
        // Unpacked below, where the size is limited (zip bombs).
        config: { endpoint, unpacks: true },
        bodyLimit: limit,
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
  guard(raw).once('close', () => {
    if (!raw.writableFinished)
      leaving.abort(
        new AppError('VALIDATION_ERROR', 'The connection ended before the work was done. Nothing was changed.'),
      );
  });
  return leaving.signal;
}

/** One upload per account at a time: uploads share disk, threads and database with everybody. */
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
