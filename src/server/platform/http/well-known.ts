import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { type HttpParts, contextOf } from './mount.ts';

/** A document, or undefined where there is none at this path. */
export type FindMetadata = (ctx: Context, path: string) => Promise<object | undefined>;
export type MountMetadata = (find: FindMetadata) => void;

/** Some clients look below the URL they were given. */
const PLACES = ['/.well-known/*', '/mcp/.well-known/*'];
/** CORS for any origin: the documents are public, and no credentials are sent. */
const FOR_ANYBODY = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'mcp-protocol-version',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Mounts well-known documents. Unknown ones are 404, never the web app's page. */
export function createMountMetadata(parts: HttpParts): MountMetadata {
  return (find) => {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = contextOf(parts.services, request);
      parts.gate.pass(`address:${ctx.address}`);
      const document = await find(ctx, request.url.split('?', 1)[0] ?? '');
      if (document === undefined) return reply.callNotFound();
      reply.headers(FOR_ANYBODY);
      if (request.method === 'OPTIONS') return reply.status(204).send();
      return reply.header('cache-control', 'public, max-age=15').send(document);
    };
    for (const url of PLACES) parts.app.route({ method: ['GET', 'OPTIONS'], url, exposeHeadRoute: false, handler });
  };
}
