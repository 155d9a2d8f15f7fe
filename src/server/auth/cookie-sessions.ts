import type { revokeSession as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import type { AuthRequest } from './auth-door.ts';
import type { CookieSession } from './engine.ts';
import { listLiveSessions } from './queries.ts';
import { requireCookieSession } from './require-cookie-session.ts';
import { revokeMySession } from './revoke-my-session.ts';

/** Better Auth's list, except that `token` holds the session's id: the secret stays in the cookie. */
export async function listSessions(request: AuthRequest): Promise<Response> {
  const { userId } = await requireCookieSession(request);
  const rows = await listLiveSessions(request.ctx.db, userId, request.ctx.now());
  return Response.json(rows.map((row) => ({ ...row, token: row.id })));
}

/** Revokes one of the account's own sessions; the answer is the same for any other id, which reveals nothing. */
export async function revokeSession(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const session = await requireCookieSession(request);
  const id = Id.safeParse(input.token);
  if (id.success) await revokeMySession(asUser(request.ctx, session), { id: id.data }).catch(ignoreMissing);
  return Response.json({ status: true });
}

function asUser(ctx: Context, { userId, id, name }: CookieSession): Context {
  return { ...ctx, actor: { kind: 'user', userId: userId as Id, sessionId: id as Id, name, isAdmin: false } };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError) || error.type !== 'NOT_FOUND') throw error;
}
