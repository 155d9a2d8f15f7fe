import { isNull } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { beginTwoFactor as endpoint } from '#contract/two-factor.ts';
import type { Context } from '#server/platform/context.ts';
import { twoFactor } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import { findUser } from '../queries.ts';
import { sessionExpired } from '../refusals.ts';
import { requireReauthentication } from '../require-reauthentication.ts';
import { requireUser } from '../require-user.ts';
import { base32, newSecret, otpauthUri } from './compute-totp.ts';
import { sealSecret } from './queries.ts';

/** Of everything that changes the second factor: each writes an audit entry or sends a mail. */
export const CHANGES: Rate = { limit: 20, periodSeconds: 3_600 };

export const onAlready = () => new AppError('CONFLICT', 'Two-factor authentication is on already.');

/** Makes a secret for the person's app. Beginning again replaces it; until it is confirmed nothing else changes. */
export async function beginTwoFactor(
  ctx: Context,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { userId, sessionId } = requireUser(ctx);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw sessionExpired();
  const why = 'Enter your password to turn two-factor authentication on.';
  await requireReauthentication(ctx, user, { sessionId, password: input.password, why });
  await spend(ctx, `two-factor:${userId}`, CHANGES);
  const secret = newSecret();
  const row = { userId, secret: await sealSecret(ctx, userId, secret), lastStep: null, createdAt: ctx.now() };
  const begun = await ctx.db
    .insert(twoFactor)
    .values(row)
    .onConflictDoUpdate({ target: twoFactor.userId, set: row, setWhere: isNull(twoFactor.confirmedAt) })
    .returning({ userId: twoFactor.userId });
  if (begun.length === 0) throw onAlready();
  const { host } = new URL(ctx.config.url);
  return { secret: base32(secret), uri: otpauthUri(secret, user.email, host) };
}
