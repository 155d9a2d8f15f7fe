import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { addressOf } from './routes.ts';

const withToken = (answer: (asked: Asked) => Response | undefined) =>
  fakeFetch((asked) => (asked.path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer(asked)));

async function fresh() {
  vi.resetModules();
  return import('./api.ts');
}

beforeEach(() => localStorage.clear());

describe('call', () => {
  test('sends the bearer token and answers the data', async () => {
    const server = withToken(({ path }) => (path === '/api/projects' ? success([{ id: 'p1' }]) : undefined));
    const { call } = await fresh();
    expect(await call('GET /api/projects')).toEqual([{ id: 'p1' }]);
    expect(server.to('/api/projects')[0]?.headers.get('authorization')).toBe(`Bearer ${tokenFor('u1')}`);
  });

  test('reads a list on to its last page', async () => {
    const pages = [
      { data: [{ id: 'p1' }], nextCursor: 'p1' },
      { data: [{ id: 'p2' }], nextCursor: 'p2' },
      { data: [{ id: 'p3' }], nextCursor: null },
    ];
    const server = withToken(() => Response.json({ success: true, ...pages.shift() }));
    const { callEvery } = await fresh();
    expect(await callEvery('GET /api/projects')).toEqual([{ id: 'p1' }, { id: 'p2' }, { id: 'p3' }]);
    expect(server.asked.slice(1).map(({ path }) => path)).toEqual([
      '/api/projects',
      '/api/projects?cursor=p1',
      '/api/projects?cursor=p2',
    ]);
  });

  test('does not read on behind an empty page', async () => {
    withToken(() => Response.json({ success: true, data: [], nextCursor: 'p1' }));
    const { callEvery } = await fresh();
    expect(await callEvery('GET /api/projects')).toEqual([]);
  });

  test('puts path fields into the path and the rest into the body', async () => {
    const server = withToken(() => success(null));
    const { call } = await fresh();
    await call('PUT /api/projects/:id', { id: 'a b', name: 'New' });
    expect(server.asked.at(-1)).toMatchObject({ method: 'PUT', path: '/api/projects/a%20b', body: { name: 'New' } });
    await call('DELETE /api/projects/:id', { id: 'p1' });
    expect(server.asked.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/projects/p1', body: undefined });
  });

  test('throws the whole failure', async () => {
    const detail = {
      errorType: 'USAGE_LIMIT_EXCEEDED',
      errorCode: 'PROJECT_LIMIT',
      usage: { projects: { current: 1, limit: 1 } },
    };
    withToken(() => failure(429, 'Full.', detail));
    const { call } = await fresh();
    await expect(call('POST /api/projects', { name: 'x' })).rejects.toMatchObject({
      message: 'Full.',
      status: 429,
      requestId: 'r1',
      ...detail,
    });
  });

  test('goes on with a new token when the old one is refused before its time', async () => {
    let refusals = 0;
    const server = withToken(({ path }) => {
      if (path !== '/api/projects' || refusals > 0) return success([]);
      refusals += 1;
      return failure(401, 'Your session has expired. Please sign in again.');
    });
    const { call } = await fresh();
    expect(await call('GET /api/projects')).toEqual([]);
    expect(server.to('/api/projects')).toHaveLength(2);
    expect(server.to('/api/auth/token')).toHaveLength(2);
    expect(server.to('/api/auth/sign-out')).toHaveLength(0);
  });

  test('describes an answer that is not ours by its status', async () => {
    withToken(
      ({ path }) =>
        new Response('<html>', path === '/api/me' ? { status: 502, statusText: 'Bad Gateway' } : { status: 401 }),
    );
    const { call } = await fresh();
    await expect(call('GET /api/me')).rejects.toMatchObject({ message: 'HTTP 502 Bad Gateway', status: 502 });
    await expect(call('GET /api/projects')).rejects.toMatchObject({ message: 'Authentication failed', status: 401 });
  });

  test('calls silence a network error', async () => {
    withToken(() => {
      throw new TypeError('Failed to fetch');
    });
    const { call } = await fresh();
    await expect(call('GET /api/me')).rejects.toMatchObject({
      name: 'NetworkError',
      errorCode: 'NETWORK_ERROR',
      status: 0,
    });
  });
});

describe('addressOf', () => {
  test('makes what is left of a GET its query', () => {
    expect(addressOf('GET /api/x/:id/events', { id: '1', since: 3 })).toEqual({
      method: 'GET',
      path: '/api/x/1/events?since=3',
    });
    expect(addressOf('GET /api/x', undefined)).toEqual({ method: 'GET', path: '/api/x' });
  });
});
