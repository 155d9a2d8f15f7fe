import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SetUpState } from '#contract/set-up.ts';
import { auditLog, mailTests, projects, systemSettings } from '#server/platform/db/tables/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { findMailTest } from './queries.ts';
import { PATIENT } from '#test/patience.ts';

let server: TestServer;
let first: TestUser;
let second: TestUser;
beforeEach(async () => {
  server = await startTestServer();
  const ago = (minutes: number) => new Date(server.now().getTime() - minutes * 60_000);
  first = await addUser(server, { isAdmin: true, email: 'mira@example.com', createdAt: ago(2) });
  second = await addUser(server, { isAdmin: true, createdAt: ago(1) });
});
afterEach(() => server.dispose());

async function ask<T = unknown>(
  user: TestUser | undefined,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
) {
  const headers = user === undefined ? {} : { authorization: `Bearer ${await tokenFor(server, user)}` };
  const answer = await server.http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  return { status: answer.statusCode, body: answer.json<{ data: T; error?: string }>() };
}
const look = async (user: TestUser) => (await ask<SetUpState>(user, 'GET', '/api/setup')).body.data;
const isDue = async (user: TestUser) => {
  const answer = await server.http.inject({
    url: '/api/admin/status',
    headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
  });
  return answer.json<{ data: { isSetUpDue: boolean } }>().data.isSetUpDue;
};
const TEAM = { kind: 'team', sign_up_by: 'invited', domains: [] };
const settings = async () => (await server.db.select().from(systemSettings))[0];

describe('the first set-up', () => {
  test('is asked of the first administrator until it is saved, and of nobody else', async () => {
    expect([await isDue(first), await isDue(second)]).toEqual([true, false]);
    expect(await look(second)).toMatchObject({ is_due: false });
    expect(await look(first)).toMatchObject({
      is_due: true,
      kind: null,
      from_environment: false,
      mail: { server: null, test: null },
      address: { url: 'http://localhost:3000', is_local: true },
      free_projects: 1,
      pro_projects: 5,
      agent_called_at: null,
    });
    expect((await ask(second, 'POST', '/api/setup', TEAM)).status).toBe(403);
    expect((await settings())?.instanceKind).toBeNull();
    expect((await ask(first, 'POST', '/api/setup', TEAM)).status).toBe(200);
    expect([await isDue(first), (await look(first)).is_due]).toEqual([false, false]);
    expect(await ask(first, 'POST', '/api/setup', TEAM)).toMatchObject({ status: 409 });
  });

  test('saves who it is for and the first project with its PRD, in a project beyond what a plan would allow', async () => {
    await createProject(first.ctx, { name: 'Already here' });
    const prd = { content: '# Harbor\n\n- Boats can be booked\n', filename: 'harbor.md' };
    const domain = { kind: 'team', sign_up_by: 'domain', domains: [' @ACME.example ', 'acme.example'] };
    const answer = await ask<{ project_id: string; prd_problem: null }>(first, 'POST', '/api/setup', {
      ...domain,
      project: { name: 'Harbor API', prd },
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { prd_problem: null } } });
    expect(await settings()).toMatchObject({
      instanceKind: 'team',
      signUpBy: 'domain',
      allowedDomains: ['acme.example'],
      setUpAt: server.now(),
    });
    const saved = await ask<{ content: string }>(first, 'GET', `/api/projects/${answer.body.data.project_id}/prd`);
    expect(saved.body.data).toMatchObject({ content: prd.content });
    const [row] = await server.db.select().from(auditLog).where(eq(auditLog.action, 'instance.set_up'));
    expect(row).toMatchObject({ outcome: 'done', detail: { after: { kind: 'team', domains: 'acme.example' } } });
  });

  test('is saved wholly or not at all: where there is no room for the project, it stays open', async () => {
    await createProject(first.ctx, { name: 'Already here' });
    const body = { ...TEAM, kind: 'service', project: { name: 'One too many' } };
    expect(await ask(first, 'POST', '/api/setup', body)).toMatchObject({ status: 429 });
    expect(await settings()).toMatchObject({ instanceKind: null, setUpAt: null });
  });

  test('gives the first project the id that was shown, and no id that another project has', async () => {
    const taken = await createProject(first.ctx, { name: 'Already here' });
    const { project_id: id, planner } = await look(first);
    expect(planner).toEqual({ configured: null, built_in: false });
    const save = (project: object) =>
      ask<{ project_id: string }>(first, 'POST', '/api/setup', { ...TEAM, built_in_planner: true, project });
    expect((await save({ id: taken.id, name: 'Mine' })).status).toBe(409);
    expect(await settings()).toMatchObject({ setUpAt: null, builtInPlanner: false });
    expect((await save({ id, name: 'Mine' })).body.data.project_id).toBe(id);
    expect(await settings()).toMatchObject({ builtInPlanner: true });
    const kept = await ask(first, 'PUT', '/api/admin/instance', TEAM);
    expect(kept.body.data, 'left out, it stays').toMatchObject({ planner: { built_in: true } });
  });

  test('of several clicks at once one counts, with one project', async () => {
    const clicks = [1, 2, 3].map(() => ask(first, 'POST', '/api/setup', { ...TEAM, project: { name: 'Once' } }));
    expect((await Promise.all(clicks)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await server.db.select().from(projects)).toHaveLength(1);
  });

  test('fills an example', async () => {
    const { body } = await ask<{ project_id: string }>(first, 'POST', '/api/setup', { ...TEAM, example: true });
    expect(await server.db.select().from(projects)).toMatchObject([{ id: body.data.project_id, name: 'Harbor API' }]);
  });

  test.each([
    ['a domain that is none', { ...TEAM, sign_up_by: 'domain', domains: ['not a domain'] }],
    ['no domain where domains decide', { ...TEAM, sign_up_by: 'domain' }],
    ['too many domains', { ...TEAM, domains: Array.from({ length: 21 }, (_, n) => `d${n}.example`) }],
    ['another kind', { ...TEAM, kind: 'private' }],
    ['an unknown field', { ...TEAM, price: 5 }],
  ])('refuses %s', async (_, body) => {
    expect((await ask(first, 'POST', '/api/setup', body)).status).toBe(400);
    expect((await settings())?.setUpAt).toBeNull();
  });
});

describe('the test mail', () => {
  const open = (token: string) => ask(undefined, 'POST', '/api/setup/test-mail/opened', { token });
  const send = async () => {
    expect((await ask(first, 'POST', '/api/setup/test-mail')).status).toBe(200);
    return new URL(server.sent.at(-1)?.link ?? '').searchParams.get('token') ?? '';
  };

  test('is found opened by whoever has its link', async () => {
    const token = await send();
    expect(server.sent.at(-1)).toMatchObject({ to: 'mira@example.com' });
    expect((await look(first)).mail.test).toMatchObject({ recipient: 'mira@example.com', opened_at: null });
    expect((await open(token)).status).toBe(200);
    expect((await look(first)).mail.test).toMatchObject({ opened_at: server.now().toISOString() });
    expect((await server.db.select().from(mailTests))[0]?.tokenHash).not.toContain(token);
  });

  test('is not opened by another token, by the one before, or after ten minutes', async () => {
    const old = await send();
    const token = await send();
    for (const wrong of ['x', old]) expect((await open(wrong)).status).toBe(400);
    server.clock.advance(10 * 60_000);
    expect((await open(token)).status).toBe(400);
    expect(await findMailTest(server.db, server.now())).toBeUndefined();
  });

  test('that the mail server does not take is a clear answer', async () => {
    const broken = vi.spyOn(server.mail, 'send').mockRejectedValue(new Error('refused'));
    expect(await ask(first, 'POST', '/api/setup/test-mail')).toMatchObject({
      status: 503,
      body: { errorCode: 'MAIL_FAILED' },
    });
    broken.mockRestore();
  });
});

describe('who the instance is for', () => {
  test('changes in the console, at once and for what is there, and deletes nothing', async () => {
    const user = await addUser(server);
    await ask(first, 'PUT', '/api/admin/instance', TEAM);
    expect(await settings()).toMatchObject({ lastModified: expect.any(Date), modifiedBy: first.email });
    for (const name of ['One', 'Two', 'Three']) await createProject(user.ctx, { name });
    const readOnly = async () =>
      (await server.db.select().from(projects)).filter(({ readOnlyAt }) => readOnlyAt !== null).length;
    expect(await readOnly()).toBe(0);

    expect((await ask(first, 'PUT', '/api/admin/instance', { ...TEAM, kind: 'service' })).body.data).toMatchObject({
      kind: 'service',
      from_environment: false,
      renewing_subscriptions: 0,
      people: 3,
    });
    await vi.waitFor(async () => expect(await readOnly()).toBe(2), PATIENT);
    await ask(first, 'PUT', '/api/admin/instance', TEAM);
    await vi.waitFor(async () => expect(await readOnly()).toBe(0), PATIENT);
    expect(await server.db.select().from(projects)).toHaveLength(3);
  });

  test('is shown and not changed where the environment says it', async () => {
    const other = await startTestServer({ databaseUrl: server.databaseUrl, env: { BATON_KIND: 'team' } });
    try {
      expect((await settings())?.instanceKind).toBe('team');
      const headers = { authorization: `Bearer ${await tokenFor(other, first)}` };
      const save = (payload: object) =>
        other.http.inject({ method: 'PUT', url: '/api/admin/instance', headers, payload });
      const refused = await save({ ...TEAM, kind: 'service' });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({ error: expect.stringContaining('BATON_KIND') as string });
      expect((await save({ ...TEAM, sign_up_by: 'domain', domains: ['acme.example'] })).statusCode).toBe(200);
      const info = await other.http.inject({ url: '/api/instance' });
      expect(info.json()).toMatchObject({ data: { kind: 'team', sign_up: 'domain' } });
    } finally {
      await other.dispose();
    }
  });
});
