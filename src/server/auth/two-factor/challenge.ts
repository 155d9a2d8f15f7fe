import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Id } from '#contract/fields.ts';
import { CHALLENGE_MINUTES } from '#contract/two-factor.ts';
import type { Context } from '#server/platform/context.ts';
import { verifications } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import type { AuthRequest } from '../auth-door.ts';
import { challengeOver } from '../refusals.ts';
import { cookiePrefixOf, localPath } from '../rules.ts';
import { readCookie } from '../sign-up-cookie.ts';

/** After so many wrong codes the sign-in begins again, with the first factor. */
export const TRIES_MAX = 5;
const CHALLENGE_PAGE = '/login/two-factor';

/** How the first factor was proven, and how the sign-in goes on once the second one is. */
const Beginning = z.object({
  by: z.enum(['password', 'google', 'confirmation']),
  remember: z.boolean(),
  to: z.string().nullable(),
  /** Google's id for the account, to be linked to it once the code was given. */
  link: z.string().optional(),
});
export type Beginning = z.infer<typeof Beginning>;

interface Opening {
  by: Beginning['by'];
  remember?: boolean;
  to?: string | undefined;
  link?: string | undefined;
}

export interface Challenge extends Beginning {
  userId: Id;
  token: string;
  expiresAt: Date;
  tries: number;
}

const nameOf = ({ config }: Pick<Context, 'config'>) => `${cookiePrefixOf(config.url)}.two_factor`;
const identifierOf = (token: string) => createHash('sha256').update(`two-factor:${token}`).digest('base64url');

function cookieWith(ctx: Pick<Context, 'config'>, value: string, seconds: number): string {
  const secure = ctx.config.url.startsWith('https:') ? '; Secure' : '';
  return `${nameOf(ctx)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

export const forgetChallenge = (ctx: Pick<Context, 'config'>): string => cookieWith(ctx, '', 0);

/**
 * A sign-in that waits for the second factor: a cookie that names a row, which a new password ends like the account's
 * links. How it began is part of the token, so it cannot be changed: the row holds a hash of all of it.
 */
export async function openChallenge(
  { ctx }: Pick<AuthRequest, 'ctx'>,
  userId: Id,
  { by, remember = true, to, link }: Opening,
): Promise<{ cookie: string; token: string }> {
  const path = to === undefined ? undefined : localPath(to, ctx.config.url);
  const beginning: Beginning = { by, remember, to: path ?? null, ...(link !== undefined && { link }) };
  const token = `${randomBytes(32).toString('base64url')}.${Buffer.from(JSON.stringify(beginning)).toString('base64url')}`;
  const expiresAt = new Date(ctx.now().getTime() + CHALLENGE_MINUTES * 60_000);
  await ctx.db
    .insert(verifications)
    .values({ id: newId(), identifier: identifierOf(token), value: userId, codesTried: 0, expiresAt });
  return { token, cookie: cookieWith(ctx, token, CHALLENGE_MINUTES * 60) };
}

/** The answer to a sign-in from a page. */
export const answerChallenge = (cookie: string): Response =>
  Response.json({ two_factor: true }, { headers: { 'set-cookie': cookie } });

/** The answer to a sign-in that a link or Google led to. */
export const redirectToChallenge = (cookie: string): Response =>
  new Response(null, { status: 302, headers: { location: CHALLENGE_PAGE, 'set-cookie': cookie } });

/** The challenge of the browser's cookie, while it is good. */
export async function findChallenge({ ctx, headers }: AuthRequest): Promise<Challenge | undefined> {
  const token = readCookie(headers, nameOf(ctx));
  if (token === undefined) return undefined;
  const [row] = await ctx.db
    .select({ owner: verifications.value, expiresAt: verifications.expiresAt, tries: verifications.codesTried })
    .from(verifications)
    .where(and(isIt(token), isGood(ctx)))
    .limit(1);
  if (row === undefined) return undefined;
  const [, packed = ''] = token.split('.');
  const beginning = Beginning.parse(JSON.parse(Buffer.from(packed, 'base64url').toString()));
  return { ...beginning, userId: row.owner as Id, token, expiresAt: row.expiresAt, tries: row.tries ?? 0 };
}

/** Counts a try before the code is looked at, so that codes sent side by side are counted as well. */
export async function countTry(ctx: Context, { token }: Challenge): Promise<number> {
  const [row] = await ctx.db
    .update(verifications)
    .set({ codesTried: sql`${verifications.codesTried} + 1` })
    .where(and(isIt(token), isGood(ctx)))
    .returning({ tries: verifications.codesTried });
  if (row === undefined) throw challengeOver();
  return row.tries ?? TRIES_MAX;
}

/** Ends it; false if it was ended before, by another request or with the account's links. */
export async function endChallenge({ db }: Pick<Context, 'db'>, { token }: Pick<Challenge, 'token'>): Promise<boolean> {
  const ended = await db.delete(verifications).where(isIt(token)).returning({ id: verifications.id });
  return ended.length > 0;
}

const isIt = (token: string) => eq(verifications.identifier, identifierOf(token));
const isGood = (ctx: Context) => and(gt(verifications.expiresAt, ctx.now()), lt(verifications.codesTried, TRIES_MAX));
