import type { Readable } from 'node:stream';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { AppError } from '../error.ts';
import { type HttpParts, admit } from './mount.ts';

/** Answers with a stream whose first line is made, so that a refusal before it is still a proper error. */
export type StreamUseCase<E> = (
  ctx: Context,
  input: InputOf<E>,
  connection: { lastEventId: string | undefined; signal: AbortSignal },
) => Promise<Readable>;
export type MountStream = <E extends Endpoint>(endpoint: E, useCase: StreamUseCase<E>) => void;

/** More than anyone's open windows and agents, of a team that shares an account too. */
const STREAMS_PER_ACCOUNT = 256;

/** The door for answers that go on: Server-Sent Events. Ends when the client goes, or `closing` fires. */
export function createMountStream(parts: HttpParts, closing: AbortSignal): MountStream {
  const open = new Map<string, number>();
  return (endpoint, useCase) => {
    parts.app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      handler: async (request, reply) => {
        const gone = new AbortController();
        // Before anything is waited for: whoever goes meanwhile says so only once.
        reply.raw.once('close', () => gone.abort());
        const { ctx, input } = await admit(parts, endpoint, request);
        if (gone.signal.aborted) return reply.hijack();
        const leave = takePlace(open, 'userId' in ctx.actor ? ctx.actor.userId : ctx.address);
        gone.signal.addEventListener('abort', leave);
        const lastEventId = request.headers['last-event-id'];
        const body = await useCase(ctx, input as InputOf<typeof endpoint>, {
          lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
          signal: AbortSignal.any([gone.signal, closing]),
        });
        parts.services.metrics.openStreams.inc();
        body.once('close', () => parts.services.metrics.openStreams.dec());
        // A body that is given up before its first line was never read, and would not close by itself.
        if (gone.signal.aborted) body.destroy();
        else gone.signal.addEventListener('abort', () => body.destroy());
        reply.headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          // Tells nginx not to hold events back until a buffer is full.
          'x-accel-buffering': 'no',
        });
        return gone.signal.aborted ? reply.hijack() : reply.send(body);
      },
    });
  };
}

/** Counts a stream in and gives back what counts it out again, for whenever its connection ends. */
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
