import type { IncomingHttpHeaders } from 'node:http';
import { API_KEY_PREFIX, isApiKey } from '#contract/api-key-form.ts';
import { BatonToken, Id } from '#contract/fields.ts';
import { SESSION_HEADER, TOKEN_HEADER } from '#contract/tools.ts';
import type { Actor, AgentKey, Context, Services } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { createAccessTokens } from './access-token.ts';
import { hashApiKey } from './hash-api-key.ts';
import { type KeyHolder, hasExpired, keyHoldersOf } from './key-holder.ts';
import { isGrantLive } from './oauth/grant-holder.ts';
import { type Principal, principalsOf } from './principal.ts';
import {
  brokenKey,
  expiredKey,
  invalidProjectId,
  invalidToken,
  keyNotSet,
  sessionExpired,
  suspended,
  unknownKey,
} from './refusals.ts';
import { agentNameOf } from './rules.ts';

/** A placeholder the client should have substituted: its environment variable is not set. */
const UNSET = /\$\{|\$BATON_API_KEY/;

export type Authenticate = (ctx: Context, headers: IncomingHttpHeaders) => Promise<Actor>;

/** Authenticates a request. Invalid credentials are refused, never treated as anonymous. */
export function createAuthenticate(services: Services): Authenticate {
  const tokens = createAccessTokens(services);
  return async (ctx, headers) => {
    const credential = readCredential(headers);
    if (credential === undefined) return { kind: 'anonymous' };
    if (credential.startsWith(API_KEY_PREFIX)) return withHold(await recogniseAgent(ctx, credential, headers), headers);
    const { userId, sessionId } = await tokens.verify(credential);
    const { name, isAdmin } = requireLive(await principalsOf(ctx).read(userId, sessionId), ctx.now());
    return { kind: 'user', userId, sessionId, name, isAdmin };
  };
}

/** The agent behind an API key acts for the key's owner, in the project it names. */
async function recogniseAgent(ctx: Context, key: string, headers: IncomingHttpHeaders): Promise<Actor> {
  if (!isApiKey(key)) throw brokenKey();
  const hash = hashApiKey(key);
  const holder = await keyHoldersOf(ctx).read(hash);
  if (holder === undefined) throw unknownKey();
  const { userId, status } = holder;
  if (status === 'suspended') throw suspended(userId);
  if (hasExpired(holder, ctx.now())) throw expiredKey(userId);
  const projectId = requireOwnProject(holder, readProjectId(headers));
  return { kind: 'agent', userId, key: holder, projectId, name: agentNameOf(headers) };
}

/** A key that is bound to a project needs not name it; any other project is 404. */
export function requireOwnProject({ boundTo }: AgentKey, named: Id | null): Id | null {
  if (boundTo !== null && named !== null && named !== boundTo) throw notFound('The project');
  return boundTo ?? named;
}

const SESSION = /^[\w-]{8,64}$/;

/** Adds the agent's session and baton token from the headers. */
export function withHold(actor: Actor, headers: IncomingHttpHeaders): Actor {
  if (actor.kind !== 'agent') return actor;
  const session = headers[SESSION_HEADER];
  const sent = headers[TOKEN_HEADER];
  if (session === undefined && sent === undefined) return actor;
  const token = sent === undefined ? undefined : BatonToken.safeParse(sent).data;
  return {
    ...actor,
    ...(typeof session === 'string' && SESSION.test(session) ? { session: `own.${session}` } : {}),
    ...(token === undefined ? {} : { token }),
  };
}

/** Whether a request carries an API key, or a placeholder that should have become one. */
export function carriesKey({ authorization = '', ...headers }: IncomingHttpHeaders): boolean {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  return headers['x-user-api-key'] !== undefined || bearer.startsWith(API_KEY_PREFIX) || UNSET.test(authorization);
}

function readProjectId(headers: IncomingHttpHeaders): Id | null {
  const named = headers['x-project-id'];
  if (named === undefined || named === '') return null;
  const id = Id.safeParse(named);
  if (!id.success) throw invalidProjectId();
  return id.data;
}

/** Whether the session or key of a long-lived response is still valid. */
export async function isSessionLive(ctx: Context): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous') return false;
  if (actor.kind === 'agent' && actor.key !== undefined)
    return isHolderLive(await keyHoldersOf(ctx).read(actor.key.hash), ctx.now());
  if (actor.kind === 'agent' && actor.grant !== undefined && actor.projectId !== null)
    return isGrantLive(ctx, { ...actor.grant, userId: actor.userId, projectId: actor.projectId });
  if (actor.kind !== 'user') return true;
  const principal = await principalsOf(ctx).read(actor.userId, actor.sessionId);
  return principal?.status === 'active' && isRunning(principal, ctx.now());
}

const isHolderLive = (holder: KeyHolder | undefined, now: Date): boolean =>
  holder?.status === 'active' && !hasExpired(holder, now);

/** The same, and that the caller is still an administrator. */
export async function isAdministratorLive(ctx: Context): Promise<boolean> {
  const { actor } = ctx;
  if (actor.kind !== 'user') return actor.kind === 'system';
  const principal = await principalsOf(ctx).read(actor.userId, actor.sessionId);
  return principal?.isAdmin === true && principal.status === 'active' && isRunning(principal, ctx.now());
}

function readCredential(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-user-api-key'];
  if (isUnset(key) || isUnset(headers.authorization)) throw keyNotSet();
  if (key !== undefined) {
    if (typeof key !== 'string' || !key.startsWith(API_KEY_PREFIX)) throw brokenKey();
    return key;
  }
  if (headers.authorization === undefined) return undefined;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1];
  if (bearer === undefined) throw invalidToken();
  return bearer;
}

const isUnset = (sent: string | string[] | undefined): boolean =>
  typeof sent === 'string' ? UNSET.test(sent) : (sent?.some((each) => UNSET.test(each)) ?? false);

function requireLive(principal: Principal | undefined, now: Date): Principal {
  if (principal === undefined) throw sessionExpired();
  if (principal.status === 'suspended') throw suspended();
  if (!isRunning(principal, now)) throw sessionExpired();
  return principal;
}

const isRunning = ({ sessionExpiresAt }: Principal, now: Date) =>
  sessionExpiresAt !== undefined && sessionExpiresAt > now;
