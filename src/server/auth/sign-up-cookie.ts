import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { VERIFICATION_HOURS } from './mails.ts';
import { cookiePrefixOf } from './rules.ts';

const nameOf = ({ config }: Pick<Context, 'config'>) => `${cookiePrefixOf(config.url)}.sign_up`;

/**
 * Proof that a browser has given the account's current password at sign-up. The password hash is salted and never leaves
 * the server, so it cannot be forged; a repeated sign-up or a new password invalidates it.
 */
const proofOf = (userId: string, passwordHash: string): string =>
  createHash('sha256').update(`sign-up\n${userId}\n${passwordHash}`).digest('base64url');

function cookieWith(ctx: Pick<Context, 'config'>, value: string, seconds: number): string {
  const secure = ctx.config.url.startsWith('https:') ? '; Secure' : '';
  return `${nameOf(ctx)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** Remembers in the browser that signed up that it did, for as long as the confirmation link is valid. */
export const rememberSignUp = (
  ctx: Pick<Context, 'config'>,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): string => cookieWith(ctx, proofOf(userId, passwordHash), VERIFICATION_HOURS * 3_600);

export const forgetSignUp = (ctx: Pick<Context, 'config'>): string => cookieWith(ctx, '', 0);

/** Whether this browser signed the account up with its current password. */
export function hasSignedUpHere(
  ctx: Pick<Context, 'config'>,
  headers: Headers,
  { userId, passwordHash }: { userId: string; passwordHash: string | undefined },
): boolean {
  const given = readCookie(headers, nameOf(ctx));
  if (given === undefined || passwordHash === undefined) return false;
  const [sent, known] = [Buffer.from(given), Buffer.from(proofOf(userId, passwordHash))];
  return sent.length === known.length && timingSafeEqual(sent, known);
}

export const readCookie = (headers: Headers, name: string): string | undefined =>
  (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** The answer with more cookies. */
export function withCookies(answer: Response, cookies: readonly string[]): Response {
  const headers = new Headers(answer.headers);
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(answer.body, { status: answer.status, headers });
}
