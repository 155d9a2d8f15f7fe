import type { Context } from '#server/platform/context.ts';
import { spend } from '#server/platform/http/limits.ts';
import { type UserRow, findUser } from '../queries.ts';
import { sessionExpired, twoFactorOff } from '../refusals.ts';
import { requireReauthentication } from '../require-reauthentication.ts';
import { requireUser } from '../require-user.ts';
import { CHANGES } from './begin-two-factor.ts';
import { findTwoFactor } from './queries.ts';
import { requireCode } from './require-code.ts';

/** Re-authentication with both factors, for a change to the second one. */
export async function requireBoth(
  ctx: Context,
  input: { password?: string | undefined; code: string },
  why: string,
): Promise<UserRow> {
  const { userId, sessionId } = requireUser(ctx);
  const user = await findUser(ctx.db, userId);
  if (user === undefined) throw sessionExpired();
  const row = await findTwoFactor(ctx.db, userId);
  if (row === undefined) throw twoFactorOff();
  await requireReauthentication(ctx, user, { sessionId, password: input.password, why });
  await requireCode(ctx, row, input.code);
  await spend(ctx, `two-factor:${userId}`, CHANGES);
  return user;
}
