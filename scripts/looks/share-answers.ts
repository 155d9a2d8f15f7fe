import type { APIResponse, BrowserContext, Request } from '@playwright/test';
import { isServerPath } from './serve-build.ts';

/** Open for as long as the page is: cannot be fetched to their end. */
const STREAM = /\/events(\?|$)/;
/** A token of its own for each page: it is short-lived and never seen. */
const TOKEN = /\/api\/auth\/token$/;

/**
 * Two pages that ask for the same get the same: the first request goes to the server, its answer goes to both. What
 * the server measures or counts while it answers (uptime, sizes, times of the last call) would differ otherwise, and
 * what one page changes is changed once.
 */
export class SharedAnswers {
  readonly #answers = new Map<string, Promise<APIResponse>>();

  async answerFor(context: BrowserContext): Promise<void> {
    const asked = new Map<string, number>();
    await context.route(isServerPath, async (route) => {
      const request = route.request();
      if (STREAM.test(request.url()) || TOKEN.test(request.url()) || isDocument(request)) return route.fallback();
      const what = `${request.method()} ${request.url()}`;
      const times = (asked.get(what) ?? 0) + 1;
      asked.set(what, times);
      const key = `${what} ${times}`;
      const answer = this.#answers.get(key) ?? route.fetch();
      this.#answers.set(key, answer);
      // A page that was closed meanwhile waits for nothing any more.
      await answer.then((response) => route.fulfill({ response })).catch(() => undefined);
    });
  }
}

const isDocument = (request: Request) => request.resourceType() === 'document';
