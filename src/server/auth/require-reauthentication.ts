import { eq } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { sessions } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { verifyPassword } from './hash-password.ts';
import { type UserRow, findPasswordHash } from './queries.ts';
import { invalid, wrongPassword } from './refusals.ts';
import { guardPassword } from './sign-in-guard.ts';

const FRESH_MS = 15 * 60_000;

interface Proof {
  sessionId: string;
  password: string | undefined;
  /** Says what the password is needed for, where none was given. */
  why: string;
}

/** Re-authentication: the password, or, where there is none, a sign-in that is minutes old. */
export async function requireReauthentication(
  ctx: Context,
  user: UserRow,
  { sessionId, password, why }: Proof,
): Promise<void> {
  const hash = await findPasswordHash(ctx.db, user.id);
  if (hash === undefined) return requireFresh(ctx, sessionId);
  if (password === undefined || password === '') throw invalid('password', 'PASSWORD_REQUIRED', why);
  const right = await guardPassword(ctx, user.email, async () => {
    const answer = await verifyPassword(password, hash);
    return { password: answer ? 'right' : 'wrong', answer };
  });
  if (!right) throw wrongPassword();
}

async function requireFresh(ctx: Context, sessionId: string): Promise<void> {
  const own = eq(sessions.id, sessionId);
  const [row] = await ctx.db.select({ at: sessions.createdAt }).from(sessions).where(own).limit(1);
  if (row !== undefined && ctx.now().getTime() - row.at.getTime() < FRESH_MS) return;
  throw new AppError('FORBIDDEN', 'Sign out and in again first: this needs a sign-in of the last 15 minutes.', {
    code: 'SIGN_IN_AGAIN',
  });
}
