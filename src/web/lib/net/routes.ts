import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts';

// Imports only types of the contract, so that its zod schemas stay out of the bundle.

type EndpointsOf<Contract> = {
  [K in keyof Contract]: Contract[K] extends Endpoint ? Contract[K] : never;
}[keyof Contract];

/** The endpoints of a contract by "METHOD /path", so that a call names its route and its request is type-checked against it. */
export type RoutesOf<Contract> = {
  [E in EndpointsOf<Contract> as `${E['method']} ${E['path']}`]: E;
};

/** The arguments of a call: none where the endpoint takes nothing. */
export type Sending<E> =
  unknown extends RequestOf<E>
    ? []
    : Partial<RequestOf<E>> extends RequestOf<E>
      ? [request?: RequestOf<E>]
      : [request: RequestOf<E>];
export type Answer<E> = AnswerOf<E>;

export interface Address {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}

/** Fields named in the path go there; the rest is the query string of a GET and the body of everything else. */
export function addressOf(route: string, request: unknown): Address {
  const [method = 'GET', pattern = '/'] = route.split(' ');
  const rest = new Map<string, unknown>(Object.entries(request ?? {}));
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (rest.size === 0) return { method, path };
  if (method !== 'GET') return { method, path, body: Object.fromEntries(rest) };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
  return { method, path: `${path}?${query.toString()}` };
}
