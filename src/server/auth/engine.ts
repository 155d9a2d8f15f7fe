import type { Context, Services } from '#server/platform/context.ts';
import { ADDRESS_HEADER, BASE_PATH, createBetterAuth } from './better-auth.ts';
import { type EngineCall, runCall } from './engine-call.ts';
import { errorCodeOf } from './error-code.ts';

export interface Question {
  method: 'GET' | 'POST';
  /** Below /api/auth. */
  path: string;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
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
  /** Ends the session, as signing out would. */
  endSession(token: string): Promise<void>;
}

/**
 * What the engine gets to see of a request. Where it came from is not among it: that was decided at the door, for
 * programs as well as for pages, and a second opinion half-way would answer before a password was looked at.
 */
const SEEN_HEADERS = ['cookie', 'user-agent'];
const HEADER_MAX = 4_096;
const USER_AGENT_MAX = 300;
const UNIQUE_VIOLATION = '23505';

export function createEngine(services: Services, secret: string): Engine {
  const auth = createBetterAuth(services, secret);

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
      return guarded(call, () => auth.handler(request));
    },
    async findSession(ctx, headers) {
      if (!headers.has('cookie')) return undefined;
      const found = await guarded({ mails: [] }, () =>
        auth.api.getSession({ headers: pickHeaders(ctx, headers), query: { disableRefresh: true } }),
      );
      if (found === null) return undefined;
      const { session, user } = found;
      return { id: session.id, token: session.token, userId: user.id, email: user.email, name: user.name };
    },
    endSession: async (token) => (await auth.$context).internalAdapter.deleteSession(token),
  };
}

function pickHeaders(ctx: Context, headers: Headers): Headers {
  const picked = new Headers();
  for (const name of SEEN_HEADERS) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value.slice(0, name === 'user-agent' ? USER_AGENT_MAX : HEADER_MAX));
  }
  picked.set('origin', new URL(ctx.config.url).origin);
  picked.set(ADDRESS_HEADER, ctx.address);
  return picked;
}
