import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeAllSessions, setUserStatus } from '#server/auth/index.ts';
import { createProject, deleteProject } from '#server/projects/index.ts';
import { AppClient, REDIRECT } from '#test/app-client.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type McpAnswer, callTool } from '#test/mcp-call.ts';

/** Two servers of one instance: a credential revoked at one of them is used at the other at the same moment. */
let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  first = await startTestServer();
  second = await startTestServer({ databaseUrl: first.databaseUrl });
  await raiseProjectLimit(first);
});
afterAll(async () => {
  await second.dispose();
  await first.dispose();
});

/** Repeated, because one of two concurrent requests may legitimately be first in any single run. */
const ROUNDS = 8;

const orient = (server: TestServer, token: string, url = '/mcp'): Promise<McpAnswer> =>
  callTool(server, 'orient', {}, { key: token, url });

async function connected() {
  const user = await addUser(first);
  const project = await createProject(user.ctx, { name: 'Harbour' });
  const app = await AppClient.registered(first);
  const tokens = await app.connect(user, project.id);
  for (const server of [first, second]) expect((await orient(server, tokens.access_token)).status).toBe(200);
  return { user, project, app, tokens };
}

/** The other server is notified over LISTEN/NOTIFY, so it may learn of it a moment later. */
async function expectRefused(token: string): Promise<void> {
  expect((await orient(first, token)).status).toBe(401);
  await expect.poll(async () => (await orient(second, token)).status, { timeout: 20_000, interval: 20 }).toBe(401);
}

test('the other server is told of a disconnected app, and does not wait until it forgets', async () => {
  const { user, app, tokens } = await connected();
  const told = Promise.withResolvers<string>();
  const stop = second.bus.on('principal', (subject) => {
    if (subject === user.id) told.resolve(subject);
  });
  expect((await app.revoke(tokens.access_token)).status).toBe(200);
  expect(await told.promise).toBe(user.id);
  stop();
  expect((await orient(second, tokens.access_token)).status).toBe(401);
});

const call = async (server: TestServer, user: TestUser, method: 'GET' | 'DELETE', url: string) => {
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  return server.http.inject({ method, url, headers });
};

describe('a token', () => {
  test('opens no other project, neither by address nor by header, and no other person’s', async () => {
    const { user, tokens } = await connected();
    const other = await createProject(user.ctx, { name: 'Another of the same person' });
    const stranger = await addUser(first);
    const theirs = await createProject(stranger.ctx, { name: 'Of somebody else' });
    for (const server of [first, second])
      for (const { id } of [other, theirs]) {
        const byPath = await orient(server, tokens.access_token, `/mcp/${id}`);
        expect([byPath.status, byPath.error?.message]).toEqual([404, 'The project was not found.']);
        const byHeader = await callTool(server, 'orient', {}, { key: tokens.access_token, project: id });
        expect(byHeader.status).toBe(404);
      }
  });

  test('is refused when it is made up, cut, or a refresh token', async () => {
    const { tokens } = await connected();
    for (const token of ['bt_at_made-up', tokens.access_token.slice(0, -1), tokens.refresh_token]) {
      const { status, headers } = await orient(first, token);
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
    }
  });

  test('is refused when it has expired', async () => {
    const { tokens } = await connected();
    await first.database.pool.query(`update oauth_access_tokens set expires_at = '2020-01-01'`);
    for (const server of [first, second]) server.bus.tellHere('caches', '');
    await expectRefused(tokens.access_token);
  });

  test('is refused when it is for another resource', async () => {
    const { tokens, user } = await connected();
    await first.database.pool.query(
      `update oauth_access_tokens set resources = '{https://elsewhere.example/mcp}' where user_id = $1`,
      [user.id],
    );
    for (const server of [first, second]) server.bus.tellHere('principal', user.id);
    await expectRefused(tokens.access_token);
  });

  test('is refused when its client was disabled', async () => {
    const { tokens, app, user } = await connected();
    await first.database.pool.query('update oauth_clients set disabled = true where client_id = $1', [app.clientId]);
    for (const server of [first, second]) server.bus.tellHere('principal', user.id);
    await expectRefused(tokens.access_token);
    expect((await app.refresh(tokens.refresh_token)).status).toBe(400);
  });
});

describe('an app that was disconnected', () => {
  test('is refused at once on every server, and so is its refresh token', async () => {
    const { user, app, tokens } = await connected();
    const listed = (await call(second, user, 'GET', '/api/me/apps')).json<{ data: { id: string }[] }>().data;
    expect(listed).toMatchObject([{ name: 'Test App', host: null, project_name: 'Harbour', may_write: true }]);
    expect((await call(first, user, 'DELETE', `/api/me/apps/${listed[0]?.id}`)).statusCode).toBe(200);
    await expectRefused(tokens.access_token);
    for (const server of [first, second])
      expect((await app.at(server).refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect((await call(second, user, 'GET', '/api/me/apps')).json()).toMatchObject({ data: [] });
  });

  test('of somebody else cannot be disconnected', async () => {
    const { user, tokens } = await connected();
    const [app] = (await call(first, user, 'GET', '/api/me/apps')).json<{ data: { id: string }[] }>().data;
    const stranger = await addUser(first);
    expect((await call(first, stranger, 'DELETE', `/api/me/apps/${app?.id}`)).statusCode).toBe(404);
    expect((await orient(first, tokens.access_token)).status).toBe(200);
  });

  test('in one project stays connected in another', async () => {
    const { user, app, tokens } = await connected();
    const other = await createProject(user.ctx, { name: 'Lighthouse' });
    const more = await app.connect(user, other.id);
    const apps = (await call(first, user, 'GET', '/api/me/apps')).json<{
      data: { id: string; project_id: string }[];
    }>();
    const mine = apps.data.find(({ project_id }) => project_id === other.id);
    await call(first, user, 'DELETE', `/api/me/apps/${mine?.id}`);
    await expectRefused(more.access_token);
    expect((await orient(first, tokens.access_token)).status).toBe(200);
  });

  test.each([
    ['suspending the account', (user: TestUser) => setUserStatus(system(), { userId: user.id, status: 'suspended' })],
    ['signing everybody out', () => revokeAllSessions(system())],
  ])('%s disconnects it', async (_what, act) => {
    const { user, app, tokens } = await connected();
    await act(user);
    await expectRefused(tokens.access_token);
    expect((await app.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('deleting its project or the account ends it', async () => {
    const { user, project, app, tokens } = await connected();
    await deleteProject(user.ctx, { id: project.id });
    for (const server of [first, second]) server.bus.tellHere('principal', user.id);
    await expectRefused(tokens.access_token);
    expect((await app.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    const gone = await connected();
    await first.database.pool.query('delete from users where id = $1', [gone.user.id]);
    for (const server of [first, second]) server.bus.tellHere('principal', gone.user.id);
    await expectRefused(gone.tokens.access_token);
  });

  test('by itself, with the protocol’s own call, is refused as well', async () => {
    const { app, tokens } = await connected();
    expect((await app.revoke(tokens.access_token)).status).toBe(200);
    await expectRefused(tokens.access_token);
  });
});

const system = () => first.contextFor({ kind: 'system', name: 'test' });

describe('an authorization code', () => {
  test('is good once: used again, it ends the tokens it was exchanged for', async () => {
    const user = await addUser(first);
    const project = await createProject(user.ctx, { name: 'Harbour' });
    const app = await AppClient.registered(first);
    const code = await app.consent(user, project.id);
    const { body } = await app.exchange(code);
    for (const server of [first, second]) expect((await orient(server, body.access_token)).status).toBe(200);
    expect(await app.at(second).exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await expect
      .poll(async () => (await orient(first, body.access_token)).status, { timeout: 20_000, interval: 20 })
      .toBe(401);
    expect((await orient(second, body.access_token)).status).toBe(401);
    expect((await app.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('is of no use to another client, to another address, or without the verifier', async () => {
    const user = await addUser(first);
    const project = await createProject(user.ctx, { name: 'Harbour' });
    const app = await AppClient.registered(first);
    const thief = await AppClient.registered(first, 'Thief');
    const wrong = [
      { client_id: thief.clientId },
      { redirect_uri: 'http://127.0.0.1:1/other' },
      { code_verifier: undefined },
      { code_verifier: 'x'.repeat(43) },
      { resource: 'https://elsewhere.example/mcp' },
    ];
    for (const changes of wrong) {
      const { status, body } = await app.exchange(await app.consent(user, project.id), changes);
      expect([400, 401], JSON.stringify(changes)).toContain(status);
      expect(body.access_token).toBeUndefined();
    }
  });

  test('of somebody who was suspended or disconnected it meanwhile gives nothing', async () => {
    const user = await addUser(first);
    const project = await createProject(user.ctx, { name: 'Harbour' });
    const app = await AppClient.registered(first);
    const code = await app.consent(user, project.id);
    await first.database.pool.query('delete from oauth_consents where user_id = $1', [user.id]);
    expect(await app.exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const { rows } = await first.database.pool.query('select from oauth_access_tokens where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
  });
});

describe('a refresh token', () => {
  test('is exchanged for a new one', async () => {
    const { app, tokens } = await connected();
    const { body } = await app.refresh(tokens.refresh_token, { scope: 'tasks:read tasks:write' });
    expect(body.refresh_token).not.toBe(tokens.refresh_token);
    const again = await app.at(second).refresh(body.refresh_token);
    expect(again.body.refresh_token).toMatch(/^bt_rt_/);
    expect((await orient(second, again.body.access_token)).status).toBe(200);
  });

  test('that was used before is refused at once, and ends every token of that sign-in, on every server', async () => {
    const { app, tokens } = await connected();
    const { body } = await app.refresh(tokens.refresh_token);
    for (const server of [first, second]) expect((await orient(server, body.access_token)).status).toBe(200);
    expect((await app.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    await expectRefused(body.access_token);
    await expectRefused(tokens.access_token);
    expect((await app.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('of one client is of no use to another', async () => {
    const { tokens } = await connected();
    const thief = await AppClient.registered(first, 'Thief');
    expect((await thief.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });
});

describe('a request for authorization', () => {
  const denied = (location: string) => new URL(location).searchParams.get('error');

  test('without a challenge, or with a plain one, goes back with an error', async () => {
    const user = await addUser(first);
    const app = await AppClient.registered(first);
    for (const changes of [
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge_method: undefined },
      { code_challenge: app.verifier, code_challenge_method: 'plain' },
    ]) {
      const { status, location } = await app.authorize(user, changes);
      expect([status, location.startsWith(REDIRECT)]).toEqual([302, true]);
      expect(denied(location)).toBe('invalid_request');
    }
  });

  test('for a foreign resource goes back with an error', async () => {
    const user = await addUser(first);
    const app = await AppClient.registered(first);
    for (const resource of ['https://elsewhere.example/mcp', `${first.config.url}/mcp-other`, first.config.url]) {
      const { location } = await app.authorize(user, { resource });
      expect(denied(location)).toBe('invalid_target');
    }
  });

  test('never leads to an address that its client did not register', async () => {
    const user = await addUser(first);
    const app = await AppClient.registered(first);
    for (const redirect_uri of [
      'https://evil.example/callback',
      'http://127.0.0.1:45454/other',
      'http://127.0.0.1.evil.example/callback',
      'http://127.0.0.1:45454@evil.example/callback',
      'http://localhost:45454/callback',
      `${REDIRECT}#fragment`,
      '//evil.example',
      'javascript:alert(1)',
      undefined,
    ]) {
      const answer = await app.authorize(user, { redirect_uri });
      expect([answer.status, answer.location], redirect_uri).toEqual([400, '']);
      expect(answer.text).toContain('This app cannot be connected');
    }
    const page = await app.page(user);
    const query = new URLSearchParams(page.form['query']);
    query.set('redirect_uri', 'https://evil.example/callback');
    const shown = await app.open(user, `/connect?${query}`);
    expect([shown.status, shown.headers['content-security-policy']]).toEqual([
      400,
      expect.not.stringContaining('evil'),
    ]);
    const answered = await app.decide(user, { ...page.form, query: query.toString(), action: 'deny' });
    expect([answered.status, answered.location]).toEqual([400, '']);
  });
});

describe('consent', () => {
  async function asked() {
    const user = await addUser(first);
    const project = await createProject(user.ctx, { name: 'Harbour' });
    const app = await AppClient.registered(first);
    const { query = '', csrf = '' } = (await app.page(user)).form;
    return { user, project, app, form: { query, csrf, project: project.id, action: 'allow' } };
  }
  const expectNothing = async (user: TestUser) => {
    const { rows } = await first.database.pool.query('select from oauth_consents where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
  };

  test('cannot be forged from another site', async () => {
    const { user, app, form } = await asked();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
      { origin: first.config.url, 'sec-fetch-site': 'cross-site' },
      { referer: `${first.config.url}/connect` },
    ]) {
      const { status, location } = await app.decide(user, form, headers);
      expect([status, location]).toEqual([403, '']);
    }
    await expectNothing(user);
  });

  test('needs the form that was shown in this session', async () => {
    const { user, app, form } = await asked();
    const victim = await addUser(first);
    for (const [who, changes] of [
      [user, { csrf: '' }],
      [user, { csrf: 'x'.repeat(43) }],
      [victim, {}],
    ] as const)
      expect((await app.decide(who, { ...form, ...changes })).status).toBe(403);
    await expectNothing(user);
    await expectNothing(victim);
  });

  test('is given for one’s own projects only', async () => {
    const { user, app, form } = await asked();
    const stranger = await addUser(first);
    const theirs = await createProject(stranger.ctx, { name: 'Of somebody else' });
    for (const project of [theirs.id, 'nonsense', '']) {
      const answer = await app.decide(user, { ...form, project });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('Choose a project first.');
      expect(answer.text).not.toContain('Of somebody else');
    }
    await expectNothing(user);
  });

  test('of a request that was altered is asked for again, from the beginning', async () => {
    const { user, app, form, project } = await asked();
    const query = new URLSearchParams(form.query);
    query.set('code_challenge', 'x'.repeat(43));
    const altered = query.toString();
    const { text } = await app.open(user, `/connect?${altered}`);
    const csrf = /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? '';
    const answer = await app.decide(user, { query: altered, csrf, project: project.id, action: 'allow' });
    expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/api\/auth\/oauth2\/authorize\?/)]);
    await expectNothing(user);
  });

  test('cannot be given past the page', async () => {
    const { user, app, form } = await asked();
    for (const path of ['consent', 'continue', 'create-client', 'introspect', 'userinfo', 'update-consent']) {
      const answer = await app.decide(user, form);
      expect(answer.status).toBe(303);
      const past = await first.http.inject({
        method: 'POST',
        url: `/api/auth/oauth2/${path}`,
        headers: { origin: first.config.url, 'content-type': 'application/json' },
        payload: { accept: true, oauth_query: form.query },
      });
      expect([path, past.statusCode]).toEqual([path, 404]);
    }
  });

  test('that is given twice at once, here and at the other server, is given once and lets both go on', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, app, form } = await asked();
      const clicks = [first, second, first, second].map((server) => app.at(server).decide(user, form));
      const codes = (await Promise.all(clicks)).map(({ status, location, text }) => {
        expect([status, location], text).toEqual([303, expect.stringContaining(`${REDIRECT}?code=`)]);
        return new URL(location).searchParams.get('code') ?? '';
      });
      const { rows } = await first.database.pool.query('select from oauth_consents where user_id = $1', [user.id]);
      expect(rows).toHaveLength(1);
      const { body } = await app.exchange(codes.at(-1) ?? '');
      expect((await orient(second, body.access_token)).status).toBe(200);
    }
  });

  test('that is denied goes back to the app with nothing', async () => {
    const { user, app, form } = await asked();
    const { status, location } = await app.decide(user, { ...form, action: 'deny' });
    expect(status).toBe(303);
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'the-state',
    });
    await expectNothing(user);
  });
});
