import type { Context, Services } from '#server/platform/context.ts';
import { createEmailVerificationToken } from 'better-auth/api';
import { ADDRESS_HEADER, BASE_PATH, createBetterAuth } from './better-auth.ts';
import { type EngineCall, runCall } from './engine-call.ts';
import { errorCodeOf } from './error-code.ts';
import { VERIFICATION_HOURS } from './mails.ts';
import { keepResource } from './oauth/keep-resource.ts';
import { cookiePrefixOf, pickCookies } from './rules.ts';

export interface Question {
  method: 'GET' | 'POST';
  /** Below /api/auth. */
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
}

export interface ProtocolCall {
  method: 'GET' | 'POST';
  /** The path and what follows it; the library reads nothing else of an address. */
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

export interface Engine {
  /** What the engine answers to a request we have looked through; its hooks leave what they found in `call`. */
  ask(ctx: Context, headers: Headers, question: Question, call: EngineCall): Promise<Response>;
  /** The session that the request's cookie opens. */
  findSession(ctx: Context, headers: Headers): Promise<CookieSession | undefined>;
  /** A call of the authorization server's protocol, as the app sent it: forms and credentials included. */
  askProtocol(ctx: Context, call: ProtocolCall): Promise<Response>;
  /** Writes down what the person whose cookie came along decided, and tells where their browser goes next. */
  decideConsent(ctx: Context, headers: Headers, decision: { query: string; accept: boolean }): Promise<string>;
  /** What a confirmation link for this address says. */
  makeConfirmationToken(email: string): Promise<string>;
  /** Ends the session, as signing out would. */
  endSession(token: string): Promise<void>;
}

const USER_AGENT_MAX = 300;
const UNIQUE_VIOLATION = '23505';

export function createEngine(services: Services, secret: string): Engine {
  const auth = startOnce(services, secret);

  const guarded = async <T>(call: EngineCall, work: () => Promise<T>): Promise<T> => {
    const answer = await runCall(call, work);
    // Two sign-ups with one address: the answer for it is the sign-up's to give.
    if (call.databaseError !== undefined && errorCodeOf(call.databaseError) !== UNIQUE_VIOLATION)
      throw call.databaseError;
    return answer;
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
      return guarded(call, async () => (await auth()).handler(request));
    },
    async findSession(ctx, headers) {
      if (!headers.has('cookie')) return undefined;
      const found = await guarded({ mails: [] }, async () =>
        (await auth()).api.getSession({ headers: pickHeaders(ctx, headers), query: { disableRefresh: true } }),
      );
      if (found === null) return undefined;
      const { session, user } = found;
      return { id: session.id, token: session.token, userId: user.id, email: user.email, name: user.name };
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
      // Where to go is an answer to us, not to the browser.
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
        // Of two clicks at once each finds no consent and writes one. Whoever came second finds it now.
        if (errorCodeOf(error) !== UNIQUE_VIOLATION) throw error;
        return decide();
      });
      return url;
    },
    makeConfirmationToken: async (email) => {
      const { secret: key } = await (await auth()).$context;
      return createEmailVerificationToken(key, email, undefined, VERIFICATION_HOURS * 3_600);
    },
    endSession: async (token) => (await (await auth()).$context).internalAdapter.deleteSession(token),
  };
}

/** What the plug-in adds to the library's calls; its own types are lost where plug-ins are optional. */
interface ConsentApi {
  oauth2Consent(call: {
    body: { accept: boolean; oauth_query: string };
    headers: Headers;
    request: Request;
    asResponse: false;
  }): Promise<{ url: string }>;
}

/**
 * The library reads the database when it is made. It is made at the first call and not at the start, and again at the next
 * call when that failed: a database that was away for a moment must not cost the sign-in until a restart.
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
 * What the engine gets to see of a request. Where it came from is not among it: that was decided at the door, for
 * programs as well as for pages, and a second opinion half-way would answer before a password was looked at.
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
