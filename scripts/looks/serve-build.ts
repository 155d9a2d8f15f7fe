import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Route } from '@playwright/test';

/** As in the server: these are never the web app's. */
const SERVER_PATHS = /^\/(api|mcp|oauth|sandbox|healthz|readyz|metrics|\.well-known)(\/|$)/;

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export const isServerPath = (url: URL) => SERVER_PATHS.test(url.pathname);

/** The files of one built web app, each read once. */
export class BuiltWeb {
  readonly #folder: string;
  readonly #files = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  /** Answers every page and file of this context from the folder instead of from the server. */
  async answerFor(context: BrowserContext, origin: string): Promise<void> {
    await context.route(
      (url) => url.origin === origin && !isServerPath(url),
      (route) => this.#answer(route),
    );
  }

  async #answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    const extension = path.extname(pathname);
    if (extension === '' || !(extension in CONTENT_TYPES)) return this.#answerPage(route);
    const body = await this.#read(pathname);
    await route.fulfill({ body, contentType: CONTENT_TYPES[extension] ?? '' });
  }

  /** The headers are the server's: what its content security policy forbids must fail here as well. */
  async #answerPage(route: Route): Promise<void> {
    const [response, body] = await Promise.all([route.fetch(), this.#read('index.html')]);
    await route.fulfill({ response, body });
  }

  #read(name: string): Promise<Buffer> {
    const kept = this.#files.get(name) ?? readFile(path.join(this.#folder, name));
    this.#files.set(name, kept);
    return kept;
  }
}
