import type { BrowserContext, Request } from '@playwright/test';

/**
 * Collects faults of pages: script errors, console errors (CSP violations among them), failed requests, and requests to
 * other hosts. A test lists the refusals it provokes.
 */
export class PageFaults {
  readonly #found: string[] = [];
  readonly #expected: string[] = [];
  readonly #hosts: string[] = [];

  watch(context: BrowserContext, origin: string): void {
    this.#hosts.push(origin);
    context.on('weberror', (event) => this.#found.push(`exception: ${event.error().stack ?? event.error().message}`));
    context.on('console', (message) => {
      // Failed requests are collected below, with their method.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      this.#found.push(`console: ${message.text()}`);
    });
    context.on('request', (request) => {
      if (!this.#isOwn(request.url())) this.#found.push(`another host: ${request.url()}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) this.#found.push(`${response.status()} ${describe(response.request())}`);
    });
    context.on('requestfailed', (request) => {
      // Requests aborted by navigation are no faults.
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') this.#found.push(`${reason} ${describe(request)}`);
    });
  }

  /** Moves what another has collected here. */
  take(other: PageFaults): void {
    this.#found.push(...other.#found.splice(0));
  }

  /** As in "401 GET /api/auth/token"; `*` is a wildcard. */
  expect(...refusals: string[]): void {
    this.#expected.push(...refusals);
  }

  allowHost(origin: string): void {
    this.#hosts.push(origin);
  }

  unexpected(): string[] {
    const patterns = this.#expected.map((text) => new RegExp(`^${text.split('*').map(RegExp.escape).join('.*')}$`));
    return this.#found.filter((fault) => !patterns.some((pattern) => pattern.test(fault)));
  }

  #isOwn(url: string): boolean {
    return /^(data|blob|about):/.test(url) || this.#hosts.includes(new URL(url).origin);
  }
}

const describe = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
