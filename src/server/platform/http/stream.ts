import type { Readable } from 'node:stream';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { AppError } from '../error.ts';
import { guard, guarded } from '../guard.ts';
import { type HttpParts, admit } from './mount.ts';

/** Resolves once the first event is ready, so that a refusal before it is still a regular error response. */
export type StreamUseCase<E> = (
  ctx: Context,
  input: InputOf<E>,
  connection: { lastEventId: string | undefined; signal: AbortSignal },
) => Promise<Readable>;
export type MountStream = <E extends Endpoint>(endpoint: E, useCase: StreamUseCase<E>) => void;

/** More than the open windows and agents of a team that shares an account. */
const STREAMS_PER_ACCOUNT = 256;

/** Mounts Server-Sent Events. A stream ends when the client disconnects, or on `closing`. */
export function createMountStream(parts: HttpParts, closing: AbortSignal): MountStream {
  const open = new Map<string, number>();
  return (endpoint, useCase) => {
    parts.app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      handler: async (request, reply) => {
        const gone = new AbortController();
        // Subscribed before the first await: 'close' is emitted only once.
        guard(reply.raw).once('close', () => gone.abort());
        const { ctx, input } = await admit(parts, endpoint, request);
        if (gone.signal.aborted) return reply.hijack();
        const leave = takePlace(open, 'userId' in ctx.actor ? ctx.actor.userId : ctx.address);
        gone.signal.addEventListener('abort', guarded(leave));
        const lastEventId = request.headers['last-event-id'];
        const body = await useCase(ctx, input as InputOf<typeof endpoint>, {
          lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
          signal: AbortSignal.any([gone.signal, closing]),
        });
        parts.services.metrics.openStreams.inc();
        guard(body).once('close', () => parts.services.metrics.openStreams.dec());
        // A stream abandoned before its first event was never read, and would not close by itself.
        const cut = guarded(() => body.destroy());
        if (gone.signal.aborted) cut();
        else gone.signal.addEventListener('abort', cut);
        reply.headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          // Disables response buffering in nginx.
          'x-accel-buffering': 'no',
        });
        return gone.signal.aborted ? reply.hijack() : reply.send(body);
      },
    });
  };
}

/** Counts a stream against the account's limit, and returns the function that releases it. */
function takePlace(open: Map<string, number>, account: string): () => void {
  const taken = open.get(account) ?? 0;
  if (taken >= STREAMS_PER_ACCOUNT) {
    throw new AppError(
      'USAGE_LIMIT_EXCEEDED',
      `This account has ${taken} change feeds open; close some before you open more.`,
      {
        code: 'RATE_LIMITED',
        retryAfterSeconds: 30,
      },
    );
  }
  open.set(account, taken + 1);
  return () => {
    const left = (open.get(account) ?? 1) - 1;
    if (left === 0) open.delete(account);
    else open.set(account, left);
  };
}
