import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import type { Plugin } from 'vite';
import { makeSite } from './site.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
};

/** The documentation in development: made anew for each request, from the files as they are. */
export function serveDocs(root: string): Plugin {
  const source = (file: string) => `/@fs${path.join(root, 'src/docs', file)}`;
  const assets = { script: source('main.ts'), styles: [source('docs.css')], fonts: [] };
  return {
    name: 'serve-docs',
    configureServer(server) {
      server.middlewares.use('/docs', (request, response) => {
        const name = decodeURIComponent((request.url ?? '').replace(/[?#].*$/, '')).replaceAll(/^\/|\/$/g, '');
        const { pages, notFound, searchIndex, files } = makeSite(root, assets);
        const file = name.replace(/^files\//, '');
        const page = pages.get(name === '' ? 'index' : name);
        if (name === 'search.json') send(response, searchIndex, 'application/json');
        else if (file !== name && files.includes(file)) sendFile(response, path.join(root, file));
        else if (page !== undefined) send(response, page, 'text/html; charset=utf-8');
        else send(response, notFound, 'text/html; charset=utf-8', 404);
      });
    },
  };
}

function send(response: ServerResponse, body: string | Buffer, type: string, status = 200): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

const sendFile = (response: ServerResponse, file: string) =>
  send(response, readFileSync(file), TYPES[path.extname(file)] ?? 'text/plain; charset=utf-8');
