import type { Config } from '#server/platform/config.ts';
import { foreignOrigin } from './refusals.ts';
import { trustedOrigins } from './rules.ts';

/** CSRF protection: a state-changing request with a cookie must come from a page of this site. */
export function requireSameOrigin(config: Config, request: Request): void {
  if (request.method === 'GET') return;
  const { headers } = request;
  if (headers.get('sec-fetch-site') === 'cross-site') throw foreignOrigin();
  const origin = headers.get('origin') ?? originOf(headers.get('referer'));
  // Without a cookie there is nothing to abuse by CSRF: the caller is a program, not a browser.
  if (origin === null) {
    if (headers.has('cookie')) throw foreignOrigin();
    return;
  }
  if (!trustedOrigins(config.url).includes(origin)) throw foreignOrigin();
}

const originOf = (address: string | null) =>
  address !== null && URL.canParse(address) ? new URL(address).origin : null;
