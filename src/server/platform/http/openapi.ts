import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildOpenApiDocument } from './openapi/document.ts';
import { PAGE_STYLE } from './openapi/page-style.ts';
import { renderApiPage } from './openapi/page.ts';

interface Page {
  type: string;
  body: string;
  etag: string;
}

/** CSP: no script, and only the page's own style, by hash. */
const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`,
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Serves the API description: an OpenAPI document, and a page for people. Both are built lazily and cached. */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  let made: { document: Page; page: Page } | undefined;
  const make = () => {
    const document = buildOpenApiDocument();
    return {
      document: page('application/json; charset=utf-8', JSON.stringify(document)),
      page: page('text/html; charset=utf-8', renderApiPage(document)),
    };
  };

  app.get('/api/openapi.json', (request, reply) => {
    made ??= make();
    return answer(request, reply, made.document);
  });
  app.get('/api/docs', (request, reply) => {
    made ??= make();
    reply.header('content-security-policy', PAGE_POLICY);
    return answer(request, reply, made.page);
  });
}

function page(type: string, body: string): Page {
  return { type, body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function answer(request: FastifyRequest, reply: FastifyReply, { type, body, etag }: Page): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag });
  if (request.headers['if-none-match'] === etag) return reply.status(304).send();
  return reply.type(type).send(body);
}
