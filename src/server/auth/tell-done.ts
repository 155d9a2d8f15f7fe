import { TOLD_COOKIE, TOLD_SECONDS, type Told } from '#contract/auth-told.ts';
import type { Context } from '#server/platform/context.ts';
import { cookiePrefixOf } from './rules.ts';

/**
 * Adds a flash message for the sign-in page, in a cookie that the page can read and not in the URL, which anybody could
 * forge in a link.
 */
export function tellDone({ config }: Context, answer: Response, told: Told): Response {
  const headers = new Headers(answer.headers);
  const secure = config.url.startsWith('https:') ? '; Secure' : '';
  const name = `${cookiePrefixOf(config.url)}.${TOLD_COOKIE}`;
  headers.append('set-cookie', `${name}=${told}; Max-Age=${TOLD_SECONDS}; Path=/; SameSite=Lax${secure}`);
  return new Response(answer.body, { status: answer.status, headers });
}
