import type { BrowserContext, Request } from '@playwright/test';

/**
 * What goes wrong in the pages of a journey: script errors, complaints on the console (a violated content policy is
 * one), refused requests, and requests that leave for another host. A journey names the refusals it provokes.
 */
export class PageFaults {
  readonly #found: string[] = [];
  readonly #expected: string[] = [];
  readonly #hosts: string[] = [];

  watch(context: BrowserContext, origin: string): void {
    this.#hosts.push(origin);
    context.on('weberror', (event) => this.#found.push(`exception: ${event.error().stack ?? event.error().message}`));
    context.on('console', (message) => {
      // Refused requests are found below, with their method.
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
      // What a page no longer waits for when it is left is no fault of the request.
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') this.#found.push(`${reason} ${describe(request)}`);
    });
  }

  /** As in "401 GET /api/auth/token"; a star stands for anything. */
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
