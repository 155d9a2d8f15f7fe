import type { AuthRequest } from './auth-door.ts';
import type { CookieSession } from './engine.ts';
import { noSession, sessionExpired } from './refusals.ts';

export async function requireCookieSession({ ctx, headers, engine }: AuthRequest): Promise<CookieSession> {
  const session = await engine.findSession(ctx, headers);
  if (session !== undefined) return session;
  throw headers.has('cookie') ? sessionExpired() : noSession();
}
