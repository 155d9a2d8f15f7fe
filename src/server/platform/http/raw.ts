import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { type HttpParts, contextOf } from './mount.ts';

export interface RawRequest {
  /** Path and query as sent. */
  url: string;
  params: Record<string, string>;
  query: Record<string, string | string[] | undefined>;
  headers: FastifyRequest['headers'];
  /** The raw bytes, which signatures cover. */
  body: Buffer;
}

export interface RawAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: string | Record<string, unknown>;
}

export type RawHandler = (ctx: Context, request: RawRequest) => Promise<RawAnswer>;
export type MountRaw = (method: 'GET' | 'POST', path: `/${string}`, handler: RawHandler) => void;

const NO_BYTES = Buffer.alloc(0);
/** Larger than any webhook and any form of ours. */
const BODY_MAX = 256 * 1024;

/** Mounts what is not JSON of ours: signed webhooks, and HTML forms. Errors and limits are the same. */
export function createMountRaw(parts: HttpParts): MountRaw {
  return (method, path, handler) => {
    void parts.app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
        done(null, body),
      );
      scope.route({
        method,
        url: path,
        bodyLimit: BODY_MAX,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          const ctx = contextOf(parts.services, request);
          parts.gate.pass(`address:${ctx.address}`);
          const answer = await handler(ctx, {
            url: request.url,
            params: request.params as Record<string, string>,
            query: request.query as Record<string, string>,
            headers: request.headers,
            body: Buffer.isBuffer(request.body) ? request.body : NO_BYTES,
          });
          return reply
            .status(answer.status)
            .headers(answer.headers ?? {})
            .send(answer.body ?? '');
        },
      });
    });
  };
}
