import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inlineScriptHashes } from './inline-scripts.ts';
import { pagePolicy } from './security.ts';

const FOLDER = 'docs';
const NOT_FOUND = '404.html';

/**
 * Serves the built documentation without the extension of its files: /docs, /docs/agents. Its scripts, styles and search
 * index are files like those of the web app; an unknown address gets the documentation's own page, with 404.
 */
export function addDocsPages(app: FastifyInstance, directory: string): void {
  const folder = path.join(directory, FOLDER);
  if (!existsSync(path.join(folder, NOT_FOUND))) return;
  const notFound = readFileSync(path.join(folder, NOT_FOUND), 'utf8');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    // The only inline script is the same on every page.
    'content-security-policy': pagePolicy(inlineScriptHashes(notFound)),
  };
  for (const file of globSync('**/*.html', { cwd: folder })) {
    if (file === NOT_FOUND) continue;
    const name = file.replaceAll('\\', '/').replace(/\.html$/, '');
    const address = name === 'index' ? `/${FOLDER}` : `/${FOLDER}/${name}`;
    app.get(address, (_, reply) => reply.headers(headers).sendFile(path.posix.join(FOLDER, `${name}.html`)));
  }
  app.get(`/${FOLDER}/*`, (request, reply) => {
    const address = request.url.replace(/\?.*$/, '');
    if (/\/+$/.test(address)) return reply.redirect(`/${address.replaceAll(/^\/+|\/+$/g, '')}`, 308);
    return reply.code(404).headers(headers).send(notFound);
  });
}
