import { and, eq, ne } from 'drizzle-orm';
import type { changePassword as endpoint, resetPassword as resetEndpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { sessions } from '#server/platform/db/tables/index.ts';
import { type AuthRequest, ask } from './auth-door.ts';
import { dropResetLinks } from './better-auth.ts';
import { changeAccount } from './change-account.ts';
import { refusalCode, requireAccepted } from './explain-answer.ts';
import { requireNewPassword, requirePasswordNotTooLong } from './refusals.ts';
import { requireCookieSession } from './require-cookie-session.ts';
import { guardPassword } from './sign-in-guard.ts';

/**
 * Sets a new password for whoever knows the current one. Every other session ends; this one goes on as it is, so that
 * the access token in use stays good.
 */
export async function changePassword(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx, headers, engine } = request;
  requirePasswordNotTooLong(input.currentPassword, 'currentPassword');
  await requireNewPassword(input.newPassword, 'newPassword');
  const session = await requireCookieSession(request);
  const body = { currentPassword: input.currentPassword, newPassword: input.newPassword };
  const answer = await guardPassword(ctx, session.email, async () => {
    const given = await engine.ask(ctx, headers, { method: 'POST', path: '/change-password', body }, { mails: [] });
    const code = await refusalCode(given);
    const password = code === undefined ? 'right' : code === 'INVALID_PASSWORD' ? 'wrong' : 'untold';
    return { password, answer: given };
  });
  const accepted = await requireAccepted(answer, true);
  await dropResetLinks(ctx, session.userId);
  await changeAccount(ctx, session.userId, async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.userId, session.userId), ne(sessions.id, session.id)));
  });
  return accepted;
}

/** Sets a new password for whoever has the link from the mail. */
export async function resetPassword(request: AuthRequest, input: InputOf<typeof resetEndpoint>): Promise<Response> {
  await requireNewPassword(input.newPassword, 'newPassword');
  return ask(request, { method: 'POST', path: '/reset-password', body: input });
}
