import { displayNameOf } from '#contract/display-name.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { createEmailVerificationToken } from 'better-auth/api';
import { ADDRESS_HEADER, BASE_PATH, createBetterAuth } from './better-auth.ts';
import { type EngineCall, runCall } from './engine-call.ts';
import { errorCodeOf } from './error-code.ts';
import { VERIFICATION_HOURS } from './mails.ts';
import { keepResource } from './oauth/keep-resource.ts';
import { secondFactorNeeded } from './refusals.ts';
import { cookiePrefixOf, pickCookies } from './rules.ts';
import { writeSessionCookies } from './session-cookie.ts';
import { findTwoFactor } from './two-factor/queries.ts';

export interface Question {
  method: 'GET' | 'POST';
  /** Below /api/auth. */
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

export interface ProtocolCall {
  method: 'GET' | 'POST';
  /** Path and query; the library reads nothing else of a URL. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface CookieSession {
  id: string;
  token: string;
  userId: string;
  email: string;
  name: string;
}

export interface SessionProof {
  /** The second factor was proven. */
  secondFactor?: 'passed';
  /** False: the cookie ends with the browser. */
  remember?: boolean;
}

export type OpenedSession =
  | { kind: 'opened'; token: string; cookies: string[] }
  | { kind: 'suspended' }
  /** The account has a second factor, which was not proven. */
  | { kind: 'challenged' };

export interface Engine {
  /** Sends a validated request to Better Auth; its hooks leave their results in `call`. */
  ask(ctx: Context, headers: Headers, question: Question, call: EngineCall): Promise<Response>;
  findSession(ctx: Context, headers: Headers): Promise<CookieSession | undefined>;
  /** A call of the OAuth protocol, passed through as the app sent it, form and credentials included. */
  askProtocol(ctx: Context, call: ProtocolCall): Promise<Response>;
  /** Records the signed-in person's consent or refusal, and answers the redirect. */
  decideConsent(ctx: Context, headers: Headers, decision: { query: string; accept: boolean }): Promise<string>;
  /** The token for a confirmation link. */
  makeConfirmationToken(email: string): Promise<string>;
  /** Opens a session, past the same door as a sign-in. */
  openSession(ctx: Context, headers: Headers, userId: string, how?: SessionProof): Promise<OpenedSession>;
  endSession(token: string): Promise<void>;
}

const USER_AGENT_MAX = 300;
const UNIQUE_VIOLATION = '23505';

export function createEngine(services: Services, secret: string): Engine {
  const auth = startOnce(services, secret);

  const guarded = async <T>(call: EngineCall, work: () => Promise<T>): Promise<T> => {
    const answer = await runCall(call, work);
    // Two concurrent sign-ups with one address: sign-up answers the unique violation itself.
    if (call.databaseError !== undefined && errorCodeOf(call.databaseError) !== UNIQUE_VIOLATION)
      throw call.databaseError;
    return answer;
  };

  /**
   * Closes a race: two-factor authentication may have been turned on between the door and the new session, which then was
   * not there yet to be ended with the others.
   */
  const shutOut = async <T>(call: EngineCall, work: () => Promise<T>): Promise<T> => {
    const answer = await work();
    const { opened } = call;
    if (opened === undefined || call.secondFactor === 'passed') return answer;
    if ((await findTwoFactor(services.db, opened.userId)) === undefined) return answer;
    await (await auth()).$context.then(({ internalAdapter }) => internalAdapter.deleteSession(opened.token));
    delete call.opened;
    call.challenged = { userId: opened.userId };
    throw secondFactorNeeded();
  };

  return {
    ask(ctx, headers, { method, path, query, body }, call) {
      const seen = pickHeaders(ctx, headers);
      if (body !== undefined) seen.set('content-type', 'application/json');
      const address = `${services.config.url}${BASE_PATH}${path}?${new URLSearchParams(query)}`;
      const request = new Request(address, {
        method,
        headers: seen,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return shutOut(call, () => guarded(call, async () => (await auth()).handler(request)));
    },
    async findSession(ctx, headers) {
      if (!headers.has('cookie')) return undefined;
      const found = await guarded({ mails: [] }, async () =>
        (await auth()).api.getSession({ headers: pickHeaders(ctx, headers), query: { disableRefresh: true } }),
      );
      if (found === null) return undefined;
      const { session, user } = found;
      return { id: session.id, token: session.token, userId: user.id, email: user.email, name: displayNameOf(user) };
    },
    askProtocol(ctx, { method, path, headers, body }) {
      const request = new Request(`${services.config.url}${path}`, {
        method,
        headers: { ...headers, [ADDRESS_HEADER]: ctx.address },
        ...(body === undefined ? {} : { body }),
      });
      return guarded({ mails: [] }, async () => (await auth()).handler(request));
    },
    async decideConsent(ctx, headers, { query, accept }) {
      const seen = pickHeaders(ctx, headers);
      // Asks for the redirect as JSON.
      seen.set('accept', 'application/json');
      const { api } = await auth();
      const request = new Request(`${services.config.url}${BASE_PATH}/oauth2/consent`, {
        method: 'POST',
        headers: seen,
      });
      const body = { accept, oauth_query: query };
      const decide = () =>
        guarded({ mails: [] }, () =>
          (api as unknown as ConsentApi).oauth2Consent({ body, headers: seen, request, asResponse: false }),
        );
      const { url } = await decide().catch((error: unknown) => {
        // Two concurrent decisions: the second violates the unique index, and finds the consent when it retries.
        if (errorCodeOf(error) !== UNIQUE_VIOLATION) throw error;
        return decide();
      });
      return url;
    },
    makeConfirmationToken: async (email) => {
      const { secret: key } = await (await auth()).$context;
      return createEmailVerificationToken(key, email, undefined, VERIFICATION_HOURS * 3_600);
    },
    async openSession(ctx, headers, userId, { secondFactor, remember = true } = {}) {
      const { internalAdapter, authCookies, secret: key } = await (await auth()).$context;
      const seen = { ipAddress: ctx.address, userAgent: headers.get('user-agent')?.slice(0, USER_AGENT_MAX) ?? '' };
      const call: EngineCall = { mails: [], ...(secondFactor === undefined ? {} : { secondFactor }) };
      try {
        const open = () => guarded(call, () => internalAdapter.createSession(userId, !remember, seen));
        const { token } = await shutOut(call, open);
        return { kind: 'opened', token, cookies: writeSessionCookies(authCookies, { token, remember, secret: key }) };
      } catch (error) {
        if (call.challenged !== undefined) return { kind: 'challenged' };
        if (call.refusal === 'account_suspended') return { kind: 'suspended' };
        throw error;
      }
    },
    endSession: async (token) => (await (await auth()).$context).internalAdapter.deleteSession(token),
  };
}

/** The plug-in's API; its types are lost because plug-ins are optional. */
interface ConsentApi {
  oauth2Consent(call: {
    body: { accept: boolean; oauth_query: string };
    headers: Headers;
    request: Request;
    asResponse: false;
  }): Promise<{ url: string }>;
}

/**
 * Better Auth reads the database when it is created. Created at the first call, and again at the next after a failure:
 * a short outage must not disable sign-in until a restart.
 */
function startOnce(services: Services, secret: string) {
  const start = async () => {
    await keepResource(services);
    const auth = createBetterAuth(services, secret);
    await auth.$context;
    return auth;
  };
  let started: ReturnType<typeof start> | undefined;
  return () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };
}

/**
 * The headers that Better Auth sees. Origin is left out: it was checked before, and a second check would answer before
 * the password is looked at.
 */
function pickHeaders(ctx: Context, headers: Headers): Headers {
  const picked = new Headers();
  const cookie = pickCookies(headers.get('cookie') ?? '', cookiePrefixOf(ctx.config.url));
  if (cookie !== '') picked.set('cookie', cookie);
  const agent = headers.get('user-agent');
  if (agent !== null) picked.set('user-agent', agent.slice(0, USER_AGENT_MAX));
  picked.set('origin', new URL(ctx.config.url).origin);
  picked.set(ADDRESS_HEADER, ctx.address);
  return picked;
}
