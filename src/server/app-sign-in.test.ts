import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepExpired } from '#server/auth/index.ts';
import { createProject } from '#server/projects/index.ts';
import { AppClient } from '#test/app-client.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { callTool } from '#test/mcp-call.ts';

let server: TestServer;
let user: TestUser;
let projectId: string;
beforeAll(async () => {
  server = await startTestServer({ webDirectory: 'no-such-directory', env: { BATON_OAUTH_CIMD: 'on' } });
  await raiseProjectLimit(server);
  user = await addUser(server);
  projectId = (await createProject(user.ctx, { name: 'Harbour' })).id;
});
afterAll(() => server.dispose());

const get = (url: string, headers: Record<string, string> = {}) => server.http.inject({ url, headers });

test('an app signs in, is bound to the project that was chosen, and calls a tool', async () => {
  const app = await AppClient.registered(server, 'Claude Code');
  const { html } = await app.page(user);
  expect(html).toContain('Connect Claude Code?');
  expect(html).toContain('Unverified');
  expect(html).toContain('Harbour');
  const tokens = await app.connect(user, projectId);
  expect(tokens).toMatchObject({
    access_token: expect.stringMatching(/^bt_at_/),
    refresh_token: expect.stringMatching(/^bt_rt_/),
    expires_in: 900,
  });
  for (const url of ['/mcp', `/mcp/${projectId}`]) {
    const answer = await callTool(server, 'orient', {}, { key: tokens.access_token, url });
    expect(answer.status, answer.body).toBe(200);
    expect(answer.text).toContain('Harbour');
  }
});

test('an app that is connected is in the audit log', async () => {
  const owner = await addUser(server);
  const project = await createProject(owner.ctx, { name: 'Pier' });
  await (await AppClient.registered(server, 'Claude Code')).connect(owner, project.id);
  const { rows } = await server.database.pool.query(
    `select actor->>'id' as by, detail->>'app' as app from audit_log where action = 'app.connected' and subject = $1`,
    [owner.id],
  );
  expect(rows).toEqual([{ by: owner.id, app: 'Claude Code' }]);
});

test('what an app does is an agent’s, in its project', async () => {
  const tokens = await (await AppClient.registered(server)).connect(user, projectId);
  const noted = await callTool(server, 'note', { type: 'finding', body: 'Seen.' }, { key: tokens.access_token });
  expect(noted.isError, noted.text).toBe(false);
  const { rows } = await server.database.pool.query(`select author from notes where project_id = $1`, [projectId]);
  expect(JSON.stringify(rows)).toContain('claude-code');
});

test('an app that may only read is told so by every tool that writes', async () => {
  const app = await AppClient.registered(server);
  const { html } = await app.page(user, { scope: 'tasks:read' });
  expect(html).toContain('change nothing');
  const { access_token: key, scope } = await app.connect(user, projectId, { scope: 'tasks:read' });
  expect(scope).toBe('tasks:read offline_access');
  for (const [name, args] of Object.entries({ orient: {}, plan_read: {}, checkpoint: { action: 'list' } }))
    expect((await callTool(server, name, args, { key })).isError, name).toBe(false);
  for (const [name, args] of Object.entries({
    task_claim: {},
    task_finish: { id: 'T1', outcome: 'done', summary: 'It is done.' },
    note: { type: 'finding', body: 'Seen.' },
    plan_edit: { ops: [{ op: 'add', title: 'Mine' }] },
    checkpoint: { action: 'save', name: 'Mine' },
    lock_task: {},
  })) {
    const { isError, text } = await callTool(server, name, args, { key });
    expect([name, isError, text]).toEqual([name, true, expect.stringMatching(/^FORBIDDEN: This app may only read\./)]);
  }
});

describe('what a client without credentials is told', () => {
  test('is where to sign in, with the scopes to ask for', async () => {
    const url = `${server.config.url}/.well-known/oauth-protected-resource/mcp`;
    const plain = await callTool(server, 'orient', {}, {});
    expect([plain.status, plain.headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${url}", scope="tasks:read tasks:write"`,
    ]);
    const wrong = await callTool(server, 'orient', {}, { key: 'baton_wrong' });
    expect(wrong.headers['www-authenticate']).toBe(
      `Bearer error="invalid_token", resource_metadata="${url}", scope="tasks:read tasks:write"`,
    );
  });

  test('stands in documents that any page may read', async () => {
    const { url } = server.config;
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const answer = await get(path);
      expect(answer.json()).toEqual({
        resource: `${url}/mcp`,
        authorization_servers: [`${url}/api/auth`],
        bearer_methods_supported: ['header'],
        scopes_supported: ['tasks:read', 'tasks:write'],
      });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    const document = (await get('/.well-known/oauth-authorization-server/api/auth')).json<Record<string, unknown>>();
    expect(document).toMatchObject({
      issuer: `${url}/api/auth`,
      registration_endpoint: `${url}/api/auth/oauth2/register`,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      client_id_metadata_document_supported: true,
    });
    expect(Object.keys(document).filter((name) => /introspection|dpop|backchannel/.test(name))).toEqual([]);
    const preflight = await server.http.inject({
      method: 'OPTIONS',
      url: '/.well-known/oauth-protected-resource/mcp',
      headers: { origin: 'https://inspector.example', 'access-control-request-headers': 'mcp-protocol-version' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-headers']]).toEqual([
      204,
      'mcp-protocol-version',
    ]);
  });

  test.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/openid-configuration/api/auth',
    '/.well-known/oauth-protected-resource/other',
    '/.well-known/security.txt',
    '/mcp/.well-known/oauth-protected-resource',
    '/mcp/.well-known/openid-configuration',
  ])('%s is not found, in JSON', async (path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.json()]).toEqual([404, expect.objectContaining({ errorType: 'NOT_FOUND' })]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a registration', () => {
  const register = async (metadata: object) => (await new AppClient(server).register(metadata)).body;

  test('of a program that does not say what it is, asks for what we do not have, and leaves the rest out', async () => {
    const said = await register({
      redirect_uris: ['http://localhost:19876/callback'],
      scope: 'openid tasks:read profile',
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    });
    expect(said).toMatchObject({ client_id: expect.any(String), application_type: 'native' });
  });

  test('with an address of its own scheme leads there', async () => {
    const uri = 'cursor://anysphere.cursor-mcp/oauth/callback';
    const app = new AppClient(server);
    const { body } = await app.register({ client_name: 'Cursor', redirect_uris: [uri] });
    expect(body).toMatchObject({ redirect_uris: [uri] });
    Object.assign(app, { clientId: body.client_id, redirectUri: uri });
    const { location } = await app.authorize(user);
    const page = await app.open(user, location);
    expect(page.headers['content-security-policy']).toContain("form-action 'self' cursor:;");
    expect(await app.connect(user, projectId)).toMatchObject({ access_token: expect.stringMatching(/^bt_at_/) });
  });

  test.each([
    [['javascript:alert(1)']],
    [['data:text/html,x']],
    [['http://evil.example/callback']],
    [['https://a.example/callback#fragment']],
    [[]],
    ['no list'],
    [Array<string>(21).fill('https://a.example/callback')],
  ])('with the addresses %j is refused', async (redirect_uris) => {
    const { status } = await new AppClient(server).register({ redirect_uris });
    expect(status).toBe(400);
  });

  test('is shown under its name as text, without characters that turn it around', async () => {
    const app = await AppClient.registered(server, '<img src=x>\u202eevil\n\u0007name');
    const { html } = await app.page(user);
    expect(html).toContain('Connect &lt;img src=x&gt; evil name?');
  });

  test('can be made only so often from one address', async () => {
    const app = new AppClient(server);
    const statuses = [];
    for (let n = 0; n < 22; n += 1)
      statuses.push((await app.register({ redirect_uris: ['https://a.example/callback'] }, '10.1.2.3')).status);
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(201));
    expect(statuses.slice(20)).toEqual([429, 429]);
  });
});

describe('the page', () => {
  test('leads somebody who is signed out to the sign-in page and back to the same request', async () => {
    const app = await AppClient.registered(server);
    const first = await app.authorize(undefined);
    const { status, location } = await app.open(undefined, first.location);
    expect([status, location]).toEqual([302, expect.stringMatching(/^\/login\?next=/)]);
    const next = new URLSearchParams(location.slice('/login?'.length)).get('next') ?? '';
    const asked = new URLSearchParams(next.slice(next.indexOf('?')));
    expect(Object.fromEntries(asked)).toMatchObject({ ...app.request, scope: 'tasks:read tasks:write offline_access' });
    expect(asked.has('sig')).toBe(false);
    const back = await app.open(user, next);
    expect((await app.open(user, back.location)).text).toContain('Connect Test App?');
  });

  test('has a policy that lets nothing in, and the form out to the app alone', async () => {
    const app = await AppClient.registered(server);
    const { location } = await app.authorize(user);
    const { headers } = await app.open(user, location);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' http://127.0.0.1:45454; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
  });

  test('tells somebody without a project what to do', async () => {
    const nobody = await addUser(server);
    const { html, form } = await (await AppClient.registered(server)).page(nobody);
    expect(html).toContain('You have no project yet.');
    expect(html).not.toContain('value="allow"');
    expect(form['query']).not.toBe('');
  });

  test('takes a request without scope and resource, or with a slash too many', async () => {
    const app = await AppClient.registered(server);
    for (const changes of [
      { scope: undefined, resource: undefined },
      { scope: 'openid', resource: `${server.config.url}/mcp/` },
      { prompt: 'login consent', resource: `${server.config.url}/mcp/${projectId}` },
    ]) {
      const code = await app.consent(user, projectId, changes);
      const { body } = await app.exchange(code, { resource: changes.resource });
      expect(body.refresh_token).toMatch(/^bt_rt_/);
      expect((await callTool(server, 'orient', {}, { key: body.access_token })).status).toBe(200);
    }
  });
});

test('where tokens would travel in the clear, no app signs in and keys still work', async () => {
  const plain = await startTestServer({ env: { BATON_URL: 'http://192.168.1.10:3000' } });
  try {
    const answer = await callTool(plain, 'orient', {}, { headers: { host: '192.168.1.10:3000' } });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, undefined]);
    for (const url of ['/.well-known/oauth-protected-resource/mcp', '/connect', '/api/auth/oauth2/authorize'])
      expect((await plain.http.inject({ url })).statusCode).toBe(404);
  } finally {
    await plain.dispose();
  }
});

test('without the setting, or without https, no document is fetched, and the metadata says so', async () => {
  const closed = await startTestServer();
  try {
    const { body } = await closed.http.inject({ url: '/.well-known/oauth-authorization-server/api/auth' });
    expect(body).not.toContain('client_id_metadata_document_supported');
  } finally {
    await closed.dispose();
  }
});

test('the sweep removes what ran out, and apps that nobody connected within a day', async () => {
  const app = await AppClient.registered(server, 'Stays');
  const forgotten = await AppClient.registered(server, 'Goes');
  const tokens = await app.connect(user, projectId);
  await server.database.pool.query(
    `update oauth_clients set created_at = created_at - interval '2 days' where client_id = any($1)`,
    [[app.clientId, forgotten.clientId]],
  );
  await sweepExpired(server.contextFor({ kind: 'system', name: 'test' }));
  const clients = async () =>
    (
      await server.database.pool.query<{ name: string }>('select name from oauth_clients where client_id = any($1)', [
        [app.clientId, forgotten.clientId],
      ])
    ).rows.map(({ name }) => name);
  expect(await clients()).toEqual(['Stays']);
  expect((await callTool(server, 'orient', {}, { key: tokens.access_token })).status).toBe(200);
  server.clock.advance(40 * 86_400_000);
  await sweepExpired(server.contextFor({ kind: 'system', name: 'test' }));
  expect(await clients()).toEqual([]);
  const { rows } = await server.database.pool.query('select from oauth_refresh_tokens');
  expect(rows).toEqual([]);
});
