import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { type HttpParts, contextOf } from './mount.ts';
import { requireShallow } from './parse.ts';

export type WebHandler = (ctx: Context, request: Request) => Promise<Response>;
export type Forward = (prefix: `/${string}`, handler: WebHandler) => void;

/** Hop-by-hop headers, and those that are computed anew with the body. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
]);
/** Larger than any credentials; bounds the work for hostile bodies. */
const BODY_MAX = 16 * 1024;
/** Only these headers of the response are passed on; caching and security headers are set by our server. */
const PASSED_ON = ['content-type', 'location', 'retry-after'];

/** Mounts a library with the Fetch API below a prefix, with our limits and errors. */
export function createForward(parts: HttpParts): Forward {
  return (prefix, handler) => {
    parts.app.route({
      method: ['GET', 'POST'],
      url: `${prefix}/*`,
      exposeHeadRoute: false,
      bodyLimit: BODY_MAX,
      handler: async (request, reply) => {
        const ctx = contextOf(parts.services, request);
        parts.gate.pass(`address:${ctx.address}`);
        const response = await handler(ctx, toWebRequest(parts.services.config.url, request));
        return sendWebResponse(reply, response);
      },
    });
  };
}

/** The body was parsed under this server's limits, and is serialised again as JSON. */
function toWebRequest(origin: string, request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || OWN_HEADERS.has(name)) continue;
    for (const item of [value].flat()) headers.append(name, item);
  }
  const hasBody = request.method === 'POST' && request.body !== undefined;
  if (hasBody) headers.set('content-type', 'application/json');
  return new Request(`${origin}${pathOf(request.url)}`, {
    method: request.method,
    headers,
    ...(hasBody ? { body: JSON.stringify(requireShallow(request.body)) } : {}),
  });
}

/** A request line may have an absolute URL; only its path is used. */
function pathOf(address: string): string {
  if (address.startsWith('/')) return address;
  const url = new URL(address);
  return `${url.pathname}${url.search}`;
}

async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(response.status);
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) reply.header(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const body = Buffer.from(await response.arrayBuffer());
  return body.length === 0 ? reply.send() : reply.send(body);
}
