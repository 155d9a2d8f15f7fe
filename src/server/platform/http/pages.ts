import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { addDocsPages } from './docs-pages.ts';
import { inlineScriptHashes } from './inline-scripts.ts';
import { pagePolicy } from './security.ts';

const YEAR_SECONDS = 31_536_000;
/** Folders of files with a hash of their content in their names. */
const LASTING = ['assets/', 'docs/assets/'];
const SERVER_PATHS = /^\/(api|mcp|sandbox|assets|healthz|readyz|metrics)(\/|\?|$)/;

/**
 * Serves the built web app: hashed assets cached for a year, and index.html for every path that is not the server's own
 * (single-page app).
 */
export async function addPages(app: FastifyInstance, directory: string): Promise<void> {
  const file = join(directory, 'index.html');
  if (!existsSync(file)) return;
  const html = readFileSync(file, 'utf8');
  const policy = pagePolicy(inlineScriptHashes(html));
  await app.register(staticFiles, {
    root: directory,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const lasting = LASTING.some((folder) => path.startsWith(join(directory, folder)));
      reply.header('cache-control', lasting ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
    wildcard: false,
    // Pages, with a policy of their own.
    globIgnore: ['docs/**/*.html*'],
  });
  addDocsPages(app, directory);
  app.get('/*', (request, reply) => {
    if (SERVER_PATHS.test(request.url)) return reply.callNotFound();
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': policy,
    });
    return reply.send(html);
  });
}
