import type { Modules } from '#contract/endpoints.ts';
import { ApiError } from './api-error.ts';
import { addressOf, type Answer, type RoutesOf, type Sending } from './routes.ts';
import { readJson, type Sent, send } from './send.ts';
import { reportFailure, withAccessToken } from '../session/session.ts';

type Routes = RoutesOf<Modules>;
type Route = keyof Routes;
/** The routes whose answer is an array. */
type ListRoute = { [K in Route]: Answer<Routes[K]> extends unknown[] ? K : never }[Route];
type RowOf<K extends ListRoute> = Answer<Routes[K]> extends (infer T)[] ? T : never;

interface Envelope<T> {
  data: T;
  nextCursor?: string | number | null;
}

/** Ends the paging of a server that never stops sending cursors; no list is this long. */
const EVERY_MAX = 100_000;

/** Calls an endpoint of the contract as the signed-in person: `call('GET /api/projects/:id', { id })`. */
export function call<K extends Route>(route: K, ...[request]: Sending<Routes[K]>): Promise<Answer<Routes[K]>> {
  return askAsPerson<Answer<Routes[K]>>(route, request);
}

/** Calls an endpoint that takes its project from a header instead of its path. */
export function callIn<K extends Route>(
  projectId: string,
  route: K,
  ...[request]: Sending<Routes[K]>
): Promise<Answer<Routes[K]>> {
  return askAsPerson<Answer<Routes[K]>>(route, request, { 'x-project-id': projectId });
}

/** Sends a file as the request body; its parameters go into the query string. */
export function callWithFile<K extends Route>(
  route: K,
  said: Record<string, string>,
  file: Blob,
): Promise<Answer<Routes[K]>> {
  const [method = 'POST', path = '/'] = route.split(' ');
  const query = new URLSearchParams(said).toString();
  return asPerson(async (token) => {
    const response = await send({ method, path: query === '' ? path : `${path}?${query}`, file, token });
    return (await readBody<Answer<Routes[K]>>(response)).data;
  });
}

/** Returns the data of an answer as a Blob, without parsing: an export has many megabytes and is only saved. */
export async function callForFile<K extends Route>(route: K, ...[request]: Sending<Routes[K]>): Promise<Blob> {
  const whole = await asPerson(async (token) => (await send({ ...addressOf(route, request), token })).blob());
  const head = '{"success":true,"data":';
  if ((await whole.slice(0, head.length).text()) !== head)
    throw new ApiError('The answer could not be read.', { status: 200 });
  return whole.slice(head.length, -1, 'application/json');
}

const askAsPerson = <T>(route: string, request: unknown, headers?: Record<string, string>): Promise<T> =>
  asPerson((token) => ask<T>(route, request, { token, ...(headers && { headers }) }));

async function asPerson<T>(work: (token: string) => Promise<T>): Promise<T> {
  try {
    return await withAccessToken(work);
  } catch (error) {
    reportFailure(error);
    throw error;
  }
}

/** Calls a public endpoint without a token. */
export function callPublic<K extends Route>(route: K, ...[request]: Sending<Routes[K]>): Promise<Answer<Routes[K]>> {
  return ask<Answer<Routes[K]>>(route, request);
}

/** Every row of a paginated list: follows the cursors to the end. */
export function callEvery<K extends ListRoute>(route: K, request: object = {}): Promise<Answer<Routes[K]>> {
  return readEvery(request, (each) => asPerson((token) => readEnvelope<RowOf<K>[]>(route, each, { token }))) as Promise<
    Answer<Routes[K]>
  >;
}

/** The same for a public endpoint. */
export function callPublicEvery<K extends ListRoute>(route: K, request: object = {}): Promise<Answer<Routes[K]>> {
  return readEvery(request, (each) => readEnvelope<RowOf<K>[]>(route, each)) as Promise<Answer<Routes[K]>>;
}

async function readEvery<T>(request: object, read: (request: object) => Promise<Envelope<T[]>>): Promise<T[]> {
  const rows: T[] = [];
  let cursor: unknown;
  do {
    const page = await read(cursor === undefined ? request : { ...request, cursor });
    rows.push(...page.data);
    // Stops at an empty page even if it has a cursor, which could be followed for ever.
    cursor = page.data.length === 0 ? undefined : (page.nextCursor ?? undefined);
  } while (cursor !== undefined && rows.length < EVERY_MAX);
  return rows;
}

async function ask<T>(route: string, request: unknown, more: Pick<Sent, 'token' | 'headers'> = {}): Promise<T> {
  return (await readEnvelope<T>(route, request, more)).data;
}

async function readEnvelope<T>(
  route: string,
  request: unknown,
  more: Pick<Sent, 'token' | 'headers'> = {},
): Promise<Envelope<T>> {
  return readBody<T>(await send({ ...addressOf(route, request), ...more }));
}

async function readBody<T>(response: Response): Promise<Envelope<T>> {
  const answer = await readJson(response);
  if (!isSuccess(answer)) throw new ApiError('The answer could not be read.', { status: response.status });
  // Some endpoints of the console answer with their fields beside `success` instead of in `data`.
  const { success: _, ...fields } = answer;
  return ('data' in fields ? fields : { data: fields }) as Envelope<T>;
}

function isSuccess(body: unknown): body is { success: true; data?: unknown } {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true;
}
