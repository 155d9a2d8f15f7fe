import { TOLD_COOKIE, TOLD_SECONDS, type Told } from '#contract/auth-told.ts';
import type { Context } from '#server/platform/context.ts';
import { cookiePrefixOf } from './rules.ts';

/**
 * The answer, with a note for the sign-in page of what was just done. It is a cookie that page can read and no address: what
 * an address says, anybody can write into a link.
 */
export function tellDone({ config }: Context, answer: Response, told: Told): Response {
  const headers = new Headers(answer.headers);
  const secure = config.url.startsWith('https:') ? '; Secure' : '';
  const name = `${cookiePrefixOf(config.url)}.${TOLD_COOKIE}`;
  headers.append('set-cookie', `${name}=${told}; Max-Age=${TOLD_SECONDS}; Path=/; SameSite=Lax${secure}`);
  return new Response(answer.body, { status: answer.status, headers });
}
