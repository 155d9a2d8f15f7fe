import type { IncomingHttpHeaders } from 'node:http';
import type { Actor, Context, Services } from '#server/platform/context.ts';
import { createAccessTokens } from './access-token.ts';
import { type Principal, principalsOf } from './principal.ts';
import { invalidToken, sessionExpired, suspended, unknownKey } from './refusals.ts';

const KEY_PREFIX = 'baton_';

export type Authenticate = (ctx: Context, headers: IncomingHttpHeaders) => Promise<Actor>;

/** Finds out who is calling. Credentials that are there but no good are refused, never ignored. */
export function createAuthenticate(services: Services): Authenticate {
  const tokens = createAccessTokens(services);
  return async (ctx, headers) => {
    const credential = readCredential(headers);
    if (credential === undefined) return { kind: 'anonymous' };
    if (credential.startsWith(KEY_PREFIX)) throw unknownKey();
    const { userId, sessionId } = await tokens.verify(credential);
    const { name, isAdmin } = requireLive(await principalsOf(ctx).read(userId, sessionId), ctx.now());
    return { kind: 'user', userId, sessionId, name, isAdmin };
  };
}

/** Whether the session that opened a long answer is still good. */
export async function isSessionLive(ctx: Context): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') return false;
  if (actor.kind !== 'user') return true;
  const principal = await principalsOf(ctx).read(actor.userId, actor.sessionId);
  return principal?.status === 'active' && isRunning(principal, ctx.now());
}

function readCredential(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-user-api-key'];
  if (key !== undefined) {
    if (typeof key !== 'string' || !key.startsWith(KEY_PREFIX)) throw unknownKey();
    return key;
  }
  if (headers.authorization === undefined) return undefined;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1];
  if (bearer === undefined) throw invalidToken();
  return bearer;
}

function requireLive(principal: Principal | undefined, now: Date): Principal {
  if (principal === undefined) throw sessionExpired();
  if (principal.status === 'suspended') throw suspended();
  if (!isRunning(principal, now)) throw sessionExpired();
  return principal;
}

const isRunning = ({ sessionExpiresAt }: Principal, now: Date) =>
  sessionExpiresAt !== undefined && sessionExpiresAt > now;
