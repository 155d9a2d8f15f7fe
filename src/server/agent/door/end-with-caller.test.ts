import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey, isSessionLive, makeKey, revokeAllSessions, setUserStatus } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { createProject, requireProject } from '#server/projects/index.ts';
import { AppClient } from '#test/app-client.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { listenModern } from '#test/mcp-call.ts';
import { endWithCaller } from './end-with-caller.ts';
import type { Extend } from './serve-by-sdk.ts';

/** Declares changing tool lists; without it a client's subscription stream would end at once. */
const extendMcp: Extend = (server) => server.registerCapabilities({ tools: { listChanged: true } });

/** Two servers of one instance; access is revoked at the first. */
let first: TestServer;
let second: TestServer;
const addresses = new Map<TestServer, string>();
beforeAll(async () => {
  first = await startTestServer({ extendMcp });
  second = await startTestServer({ databaseUrl: first.databaseUrl, extendMcp });
  for (const server of [first, second]) addresses.set(server, await server.http.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(async () => {
  await second.dispose();
  await first.dispose();
});

const system = () => first.contextFor({ kind: 'system', name: 'test' });
const suspend = ({ id }: TestUser) => setUserStatus(system(), { userId: id, status: 'suspended' });

async function callFirst<T>(user: TestUser, method: 'GET' | 'POST' | 'DELETE', url: string): Promise<T> {
  const headers = { authorization: `Bearer ${await tokenFor(first, user)}` };
  const answer = await first.http.inject({ method, url, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ data: T }>().data;
}

async function disconnect(user: TestUser): Promise<void> {
  const [app] = await callFirst<{ id: string }[]>(user, 'GET', '/api/me/apps');
  await callFirst(user, 'DELETE', `/api/me/apps/${app?.id}`);
}

async function revoke(user: TestUser): Promise<void> {
  const [key] = await callFirst<{ id: string }[]>(user, 'GET', '/api/me/keys');
  await callFirst(user, 'DELETE', `/api/me/keys/${key?.id}`);
}

const CALLERS = {
  app: async (user: TestUser, project: Id) =>
    (await (await AppClient.registered(first)).connect(user, project)).access_token,
  key: async (user: TestUser) => (await generateApiKey(user.ctx)).apiKey,
};

describe.each([
  ['of this server', () => first],
  ['of another server', () => second],
])('an open stream %s ends', (_where, serverOf) => {
  test.each<[string, keyof typeof CALLERS, (user: TestUser) => Promise<unknown>]>([
    ['the app is disconnected', 'app', disconnect],
    ['the account of an app is suspended', 'app', suspend],
    ['everybody is signed out', 'app', () => revokeAllSessions(system())],
    ['the key is regenerated', 'key', (user) => callFirst(user, 'POST', '/api/auth/api-key/regenerate')],
    ['the key is revoked', 'key', revoke],
    ['the account of a key is suspended', 'key', suspend],
  ])('when %s', async (_what, caller, endAccess) => {
    const user = await addUser(first);
    const { id } = await createProject(user.ctx, { name: 'Harbour' });
    const key = await CALLERS[caller](user, id);
    const stream = await listenModern(addresses.get(serverOf()) ?? '', { key, project: id });
    await endAccess(user);
    expect(await stream.readToEnd()).toBe('');
  });
});

test('an open stream ends when its key expires', async () => {
  const user = await addUser(first);
  const { id } = await createProject(user.ctx, { name: 'Harbour' });
  const soon = 200;
  const expires_at = new Date(first.clock.now().getTime() + soon).toISOString();
  const { api_key: key } = await makeKey(user.ctx, { name: 'Short', expires_at }, requireProject);
  const stream = await listenModern(addresses.get(first) ?? '', { key, project: id });
  first.clock.advance(soon);
  expect(await stream.readToEnd()).toBe('');
});

test('an open stream ends when the account was suspended while no messages came through', async () => {
  const user = await addUser(first);
  const { id } = await createProject(user.ctx, { name: 'Harbour' });
  const key = await CALLERS.app(user, id);
  const stream = await listenModern(addresses.get(second) ?? '', { key, project: id });
  const { pool } = first.database;
  await pool.query(`update users set status = 'suspended' where id = $1`, [user.id]);
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'baton bus' and datname = current_database()`);
  expect(await stream.readToEnd()).toBe('');
});

describe('a stream', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);

  /** A stream to a connected app that the test writes to, and the number of listeners that wait for revocation. */
  async function answer() {
    const user = await addUser(first);
    const { id: projectId } = await createProject(user.ctx, { name: 'Harbour' });
    const app = await AppClient.registered(first);
    await app.connect(user, projectId);
    const grant = { clientId: app.clientId, scopes: [], tier: 'free' };
    const listeners = new Set<() => void>();
    const counted = (off: () => void) => {
      listeners.add(off);
      return () => {
        listeners.delete(off);
        off();
      };
    };
    const ctx: Context = {
      ...first.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'An agent', grant }),
      bus: {
        ...first.bus,
        on: (topic, listener) => counted(first.bus.on(topic, listener)),
        onGap: (listener) => counted(first.bus.onGap(listener)),
      },
    };
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const open = () => {
      const { body } = endWithCaller(ctx, new Response(readable, { headers: { 'content-type': 'text/event-stream' } }));
      return (body as ReadableStream<Uint8Array>).getReader();
    };
    return { user, ctx, listeners, writer, open };
  }

  test('goes on when something else about the account changes', async () => {
    const { user, ctx, listeners, writer, open } = await answer();
    const reader = open();
    first.bus.tellHere('principal', user.id);
    expect(await isSessionLive(ctx)).toBe(true);
    const written = writer.write(bytes('more'));
    expect(await reader.read()).toEqual({ done: false, value: bytes('more') });
    await written;
    expect(listeners.size).toBeGreaterThan(0);
    await writer.close();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    expect(listeners.size).toBe(0);
  });

  test('that its reader leaves is left by us, and nobody listens for changes any more', async () => {
    const { listeners, writer, open } = await answer();
    await open().cancel();
    expect(listeners.size).toBe(0);
    await expect(writer.closed).rejects.toBeUndefined();
  });

  test('that fails fails for its reader, and nobody listens for changes any more', async () => {
    const { listeners, writer, open } = await answer();
    const reader = open();
    await writer.abort(new Error('broken'));
    await expect(reader.read()).rejects.toThrow('broken');
    expect(listeners.size).toBe(0);
  });

  test('ends once, however often it is told', async () => {
    const { user, listeners, writer, open } = await answer();
    const reader = open();
    await suspend(user);
    for (let told = 0; told < 20; told += 1) first.bus.tellHere('principal', user.id);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    expect(listeners.size).toBe(0);
    await expect(writer.closed).rejects.toBeUndefined();
  });

  test('that is asked for in the moment its caller is shut out says nothing', async () => {
    const { user, writer, open } = await answer();
    await first.database.pool.query('delete from oauth_consents where user_id = $1', [user.id]);
    const written = writer.write(bytes('secret'));
    expect(await open().read()).toEqual({ done: true, value: undefined });
    await expect(written).rejects.toBeUndefined();
  });

  test('ends when it cannot be found out whether it may go on', async () => {
    const { user, ctx, open } = await answer();
    const reader = open();
    expect(await isSessionLive(ctx)).toBe(true);
    const query = vi.spyOn(ctx.database.pool, 'query').mockRejectedValue(new Error('away'));
    first.bus.tellHere('principal', user.id);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    query.mockRestore();
  });

  test('is what it was where it has an end anyway, or nobody with a key or an app asked', async () => {
    const { ctx, user } = await answer();
    const whole = Response.json({});
    expect(endWithCaller(ctx, whole)).toBe(whole);
    const events = new Response('data: 1\n\n', { headers: { 'content-type': 'text/event-stream' } });
    expect(endWithCaller(user.ctx, events)).toBe(events);
  });
});
