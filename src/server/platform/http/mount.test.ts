import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemSettings } from '#server/platform/db/tables/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('every answer', () => {
  test('of the API is never cached and names its request', async () => {
    const answer = await server.http.inject('/api/instance');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('that is an error has the envelope with the same request id', async () => {
    const answer = await server.http.inject('/api/projects');
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({
      success: false,
      error: 'No authentication token available',
      errorType: 'AUTHENTICATION_ERROR',
      requestId: answer.headers['x-request-id'],
    });
  });
});

test('a call that takes no body may announce JSON all the same', async () => {
  const token = await tokenFor(server, await addUser(server));
  const send = (payload: string) =>
    server.http.inject({
      method: 'POST',
      url: '/api/auth/api-key',
      payload,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
  expect((await send('{"name":"x"}')).statusCode).toBe(400);
  expect((await send('')).statusCode).toBe(200);
});

describe('refusals of the framework are answers of ours', () => {
  const post = (payload: string | Buffer, type = 'application/json') =>
    server.http.inject({ method: 'POST', url: '/api/projects', payload, headers: { 'content-type': type } });

  test('broken JSON', async () => {
    const answer = await post('{"name":');
    expect([answer.statusCode, answer.json().errorType]).toEqual([400, 'VALIDATION_ERROR']);
  });
  test('no body where one is wanted', async () => {
    const answer = await post('');
    expect([answer.statusCode, answer.json().errorType]).toEqual([400, 'VALIDATION_ERROR']);
  });
  test('prototype keys', async () => {
    const answer = await post('{"__proto__":{"isAdmin":true},"name":"x"}');
    expect([answer.statusCode, answer.json().errorType]).toEqual([400, 'VALIDATION_ERROR']);
  });
  test('a body over 1 MiB', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
    expect([answer.statusCode, answer.json().errorType]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
  test('another content type', async () => {
    const answer = await post('<name/>', 'application/xml');
    expect([answer.statusCode, answer.json().errorType]).toEqual([400, 'VALIDATION_ERROR']);
  });
  test('an address that cannot be read', async () => {
    const answer = await server.http.inject('/%zz');
    expect([answer.statusCode, answer.json().errorType, answer.headers['cache-control']]).toEqual([
      400,
      'VALIDATION_ERROR',
      'no-store',
    ]);
  });
  test('lists in lists in lists, also where another library would read them', async () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    for (const url of ['/api/projects', '/api/auth/sign-in/email']) {
      const answer = await server.http.inject({
        method: 'POST',
        url,
        payload: deep,
        headers: { 'content-type': 'application/json' },
      });
      expect([url, answer.statusCode < 500]).toEqual([url, true]);
    }
  });
  test('a sign-in larger than any name and password', async () => {
    const answer = await server.http.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: 'x'.repeat(20_000) },
    });
    expect([answer.statusCode, answer.json().errorType]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
  test('an unknown address', async () => {
    const answer = await server.http.inject('/api/nothing/here');
    expect([answer.statusCode, answer.json().errorType]).toEqual([404, 'NOT_FOUND']);
  });
});

test('an unexpected error leaks no text, is recorded with its request id, and is counted', async () => {
  const broken = await startTestServer();
  const user = await addUser(broken);
  await broken.database.pool.query('alter table system_settings rename column maintenance_mode to gone');
  const answer = await broken.http.inject({
    url: '/api/projects',
    headers: { authorization: `Bearer ${await tokenFor(broken, user)}` },
  });
  expect(answer.statusCode).toBe(500);
  expect(answer.json().error).toBe('Something went wrong on our side. Please try again.');
  await broken.errorLog.flush();
  const { rows } = await broken.database.pool.query(
    'select category, level, message, request_id, context from error_logs',
  );
  expect(rows).toMatchObject([
    { category: 'database', level: 'error', request_id: answer.json().requestId, context: { route: '/api/projects' } },
  ]);
  expect(await broken.metrics.registry.metrics()).toContain('baton_errors_total{category="database"} 1');
  await broken.dispose();
});

test('in maintenance people get the message with a time to come back, administrators keep working, health stays green', async () => {
  const [user, admin] = [await addUser(server), await addUser(server, { isAdmin: true })];
  const ask = async (who: TestUser) =>
    server.http.inject({ url: '/api/projects', headers: { authorization: `Bearer ${await tokenFor(server, who)}` } });
  const tokens = [await ask(user), await ask(admin)];
  expect(tokens.map(({ statusCode }) => statusCode)).toEqual([200, 200]);

  await server.db.update(systemSettings).set({ maintenanceMode: true, maintenanceMessage: 'Back at noon.' });
  server.bus.tellHere('settings', '');
  const refused = await ask(user);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.json()).toMatchObject({ errorType: 'MAINTENANCE', error: 'Back at noon.' });
  expect((await ask(admin)).statusCode).toBe(200);
  expect((await server.http.inject('/healthz')).statusCode).toBe(200);
  expect((await server.http.inject('/readyz')).statusCode).toBe(200);
  await server.db.update(systemSettings).set({ maintenanceMode: false });
  server.bus.tellHere('settings', '');
});

test('an answer is not cached, however its address is spelled', async () => {
  const answer = await server.http.inject('/%61pi/me');
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([401, 'no-store']);
});

test('bytes that are not HTTP are answered in our words', async () => {
  const address = new URL(await server.http.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(address.port), '127.0.0.1');
  socket.end('NONSENSE\r\n\r\n');
  const text = await readText(socket);
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toContain('"errorType":"VALIDATION_ERROR"');
});

test('credentials that are refused count against the address', async () => {
  const strict = await startTestServer({ env: { BATON_REQUESTS_PER_MINUTE: '5' } });
  const statuses: number[] = [];
  for (let i = 0; i < 7; i += 1) {
    statuses.push(
      (await strict.http.inject({ url: '/api/me', headers: { authorization: 'Bearer forged' } })).statusCode,
    );
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  await strict.dispose();
});

describe('metrics', () => {
  test('of an instance with a public address are not told to whoever is near: a proxy is', async () => {
    const open = await startTestServer({ env: { BATON_URL: 'https://baton.example' } });
    for (const url of ['/metrics', '/api/outbox']) {
      expect((await open.http.inject({ url, headers: { host: '127.0.0.1:3000' } })).statusCode).toBe(404);
    }
    await open.dispose();
  });
  test('are read from the machine itself', async () => {
    const answer = await server.http.inject({ url: '/metrics', headers: { host: 'localhost' } });
    expect(answer.body).toContain('baton_http_request_seconds_bucket');
  });
  const strangers = [
    { host: 'baton.example' },
    { host: 'localhost', 'x-forwarded-for': '9.9.9.9' },
    { host: 'localhost', 'x-forwarded-proto': 'https' },
    { host: 'localhost', 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of strangers) {
    test(`are not there for ${JSON.stringify(headers)}`, async () => {
      expect((await server.http.inject({ url: '/metrics', headers })).statusCode).toBe(404);
    });
  }
});
