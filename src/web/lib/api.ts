import type * as account from '#contract/account.ts';
import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts';
import type * as instance from '#contract/instance.ts';
import type * as plan from '#contract/plan.ts';
import type * as project from '#contract/project.ts';
import type * as subscription from '#contract/subscription.ts';
import { ApiError } from './api-error.ts';
import { readJson, send } from './send.ts';
import { getAccessToken, reportFailure } from './session.ts';

// Only types of the contract are imported: its schemas, and the library behind them, stay out of the browser.
type Contract = typeof account & typeof instance & typeof plan & typeof project & typeof subscription;
type AnyEndpoint = { [K in keyof Contract]: Contract[K] extends Endpoint ? Contract[K] : never }[keyof Contract];
type Routes = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
export type Route = keyof Routes;

/** Nothing to send: no second argument. */
type Sending<K extends Route> = unknown extends RequestOf<Routes[K]> ? [] : [request: RequestOf<Routes[K]>];
export type Answer<K extends Route> = AnswerOf<Routes[K]>;

/** Calls an endpoint of the contract as the signed-in person: `call('GET /api/projects/:id', { id })`. */
export async function call<K extends Route>(route: K, ...[request]: Sending<K>): Promise<Answer<K>> {
  const token = await getAccessToken();
  try {
    return await request_(route, request, token);
  } catch (error) {
    reportFailure(error);
    throw error;
  }
}

/** Calls a public endpoint, as nobody in particular. */
export function callPublic<K extends Route>(route: K, ...[request]: Sending<K>): Promise<Answer<K>> {
  return request_(route, request, undefined);
}

async function request_<K extends Route>(route: K, request: unknown, token: string | undefined): Promise<Answer<K>> {
  const { method, path, body } = address(route, request);
  const response = await send({ method, path, ...(body && { body }), ...(token !== undefined && { token }) });
  const answer = await readJson(response);
  if (!isSuccess<Answer<K>>(answer)) throw new ApiError('The answer could not be read.', { status: response.status });
  return answer.data;
}

/** Fields named in the path go there; the rest is the query of a GET and the body of everything else. */
export function address(route: string, request: unknown): { method: string; path: string; body?: Record<string, unknown> } {
  const [method = 'GET', pattern = '/'] = route.split(' ');
  const rest = new Map(Object.entries(request ?? {}));
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value: unknown = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (rest.size === 0) return { method, path };
  if (method !== 'GET') return { method, path, body: Object.fromEntries(rest) };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
  return { method, path: `${path}?${query.toString()}` };
}

function isSuccess<T>(body: unknown): body is { success: true; data: T } {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true && 'data' in body;
}
