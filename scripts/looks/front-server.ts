import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { SharedAnswers } from './share-answers.ts';

/** As in the server: these are never the web app's. */
const SERVER_PATHS = /^\/(api|mcp|sandbox|healthz|readyz|metrics|\.well-known)(\/|$)/;
/** Open for as long as the page is: cannot be read to their end. */
const STREAM = /\/events$/;

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * The HTTP proxy of the browsers that look at one build: its files come from the build's folder, everything else from
 * the one server. The address in the page is the server's for both builds, because it is part of what is seen.
 */
export class FrontServer {
  readonly #folder: string;
  readonly #origin: string;
  readonly #listener: Server;
  /** Whom to ask for answers at the moment. */
  answers: SharedAnswers | undefined;

  private constructor(folder: string, origin: string) {
    this.#folder = path.resolve(folder);
    this.#origin = origin;
    this.#listener = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    // What a view fetches to change it comes through a tunnel; at its other end is this server again.
    this.#listener.on('connect', (_request, socket) => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      this.#listener.emit('connection', socket);
    });
  }

  static async start(folder: string, origin: string): Promise<FrontServer> {
    const front = new FrontServer(folder, origin);
    await new Promise<void>((resolve) => front.#listener.listen(0, '127.0.0.1', resolve));
    return front;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#listener.closeAllConnections();
    this.#listener.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#origin);
    // A browser's own calls home, and links to other hosts.
    if (url.origin !== this.#origin) return void response.writeHead(502).end();
    if (SERVER_PATHS.test(url.pathname)) {
      if (STREAM.test(url.pathname) || !this.answers) return this.#pass(url, request, response);
      return this.answers.answer(this.address, url, request, response);
    }
    const contentType = CONTENT_TYPES[path.extname(url.pathname)];
    if (contentType === undefined) return this.#answerPage(url, response);
    const body = await readFile(path.join(this.#folder, url.pathname));
    const cached = url.pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    response.writeHead(200, { 'content-type': contentType, 'cache-control': cached }).end(body);
  }

  /** The headers are the server's: what its content security policy forbids must fail here as well. */
  async #answerPage(url: URL, response: ServerResponse): Promise<void> {
    const [{ headers }, body] = await Promise.all([
      fetch(url, { method: 'HEAD' }),
      readFile(path.join(this.#folder, 'index.html')),
    ]);
    for (const name of ['content-type', 'content-security-policy', 'cache-control', 'referrer-policy'])
      response.setHeader(name, headers.get(name) ?? '');
    response.end(body);
  }

  #pass(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const passed = forward(url, { method: request.method ?? 'GET', headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  }
}
