import type { changePassword as endpoint, resetPassword as resetEndpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import type { AuthRequest } from './auth-door.ts';
import { changeAccount } from './change-account.ts';
import { confirmAddress } from './confirm-address.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { tellPasswordSet } from './password-notice.ts';
import { findPasswordHash, findUser, findUserForUpdate } from './queries.ts';
import { recordAccess, recordFailure } from './record-access.ts';
import {
  deadLink,
  noPassword,
  requireNewPassword,
  requireNotOwnName,
  requirePasswordNotTooLong,
  sessionExpired,
  wrongPassword,
} from './refusals.ts';
import { requireCookieSession } from './require-cookie-session.ts';
import { consumeLink, findLinkOwner } from './reset-links.ts';
import { setPassword } from './set-password.ts';
import { guardPassword } from './sign-in-guard.ts';
import { tellDone } from './tell-done.ts';

/** Each change writes an audit entry and sends a mail, so they are rate-limited. */
const CHANGES: Rate = { limit: 20, periodSeconds: 3_600 };

/**
 * Sets a new password, given the current one. Every other session is revoked; this one stays, so that its access token
 * remains valid.
 */
export async function changePassword(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx } = request;
  requirePasswordNotTooLong(input.currentPassword, 'currentPassword');
  await requireNewPassword(input.newPassword, 'newPassword');
  const session = await requireCookieSession(request);
  requireNotOwnName(input.newPassword, 'newPassword', session);
  const userId = session.userId as Id;
  const current = await requireCurrentPassword(request, session, input.currentPassword);
  await spend(ctx, `password:${userId}`, CHANGES);
  const hash = await hashPassword(input.newPassword);
  const { user, ways } = await changeAccount(ctx, userId, async (tx, emit) => {
    const found = await findUserForUpdate(tx, userId);
    if (found === undefined) throw sessionExpired();
    // Compare-and-swap under the row lock: a concurrent change or reset wins.
    if ((await findPasswordHash(tx, userId)) !== current) throw wrongPassword();
    const done = await setPassword(ctx, tx, emit, {
      userId,
      hash,
      by: 'change',
      keepSessionId: session.id,
      ...endings(input),
    });
    return { user: found, ways: done };
  });
  tellPasswordSet(request, { email: user.email, by: 'change', ways });
  const { id, email, name, emailVerified, image, createdAt, updatedAt } = user;
  return Response.json({ token: null, user: { id, email, name, emailVerified, image, createdAt, updatedAt } });
}

/**
 * Sets a new password by a mailed link. The mail proves ownership of the address: an unconfirmed one is now confirmed,
 * with this password.
 */
export async function resetPassword(request: AuthRequest, input: InputOf<typeof resetEndpoint>): Promise<Response> {
  const { ctx } = request;
  await requireNewPassword(input.newPassword, 'newPassword');
  // Before the expensive hash: a forged link costs one look-up only.
  const userId = await findLinkOwner(ctx, input.token);
  const owner = userId === undefined ? undefined : await findUser(ctx.db, userId);
  if (userId === undefined || owner === undefined) throw deadLink();
  requireNotOwnName(input.newPassword, 'newPassword', owner);
  const hash = await hashPassword(input.newPassword);
  const { user, ways } = await changeAccount(ctx, userId, async (tx, emit) => {
    const found = await findUserForUpdate(tx, userId);
    if (found === undefined || !(await consumeLink(ctx, tx, input.token))) throw deadLink();
    const done = await setPassword(ctx, tx, emit, { userId, hash, by: 'reset', ...endings(input) });
    return { user: found, ways: done };
  });
  if (user.emailVerified) tellPasswordSet(request, { email: user.email, by: 'reset', ways });
  else {
    await confirmAddress(ctx, { userId, email: user.email, isFor: (current) => current === hash });
    await recordAccess(ctx, userId, 'email.confirmed');
  }
  return tellDone(ctx, Response.json({ status: true }), 'reset');
}

/** Returns the stored hash after verifying the current password. */
async function requireCurrentPassword(
  request: AuthRequest,
  { userId, email }: { userId: string; email: string },
  password: string,
): Promise<string> {
  const { ctx } = request;
  const hash = await findPasswordHash(ctx.db, userId);
  if (hash === undefined) throw noPassword();
  const isRight = await guardPassword(ctx, email, async () => {
    const answer = await verifyPassword(password, hash);
    return { password: answer ? 'right' : 'wrong', answer };
  });
  if (isRight) return hash;
  recordFailure(request, email, 'password.refused');
  throw wrongPassword();
}

const endings = ({
  revokeApiKey,
  disconnectApps,
}: Pick<InputOf<typeof resetEndpoint>, 'revokeApiKey' | 'disconnectApps'>) => ({
  revokeApiKey: revokeApiKey ?? false,
  disconnectApps: disconnectApps ?? false,
});
