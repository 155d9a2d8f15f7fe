import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey, resetUserApiKey, setUserStatus } from '#server/auth/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, type TestServices, openTestServices, startTestServer } from '#test/harness.ts';
import { callTool, setSettings } from '#test/mcp-call.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

interface Caller {
  owner: TestUser;
  key: string;
  project: Id;
}
type Knock = (server: TestServer, caller: Caller) => Promise<number>;

const viaMcp: Knock = async (server, { key, project }) =>
  (await callTool(server, 'orient', {}, { key, project })).status;
/** Over the REST tool endpoint, which the command line uses. */
const viaTools: Knock = async (server, { key, project }) => {
  const answer = await server.http.inject({
    method: 'POST',
    url: `/api/projects/${project}/tools/orient`,
    headers: { authorization: `Bearer ${key}`, 'x-agent-name': 'claude-code' },
    payload: {},
  });
  return answer.statusCode;
};
const viaRest: Knock = async (server, { key, project }) => {
  const answer = await server.http.inject({
    url: `/api/projects/${project}/plan`,
    headers: { 'x-user-api-key': key, 'x-project-id': project, 'x-agent-name': 'claude-code' },
  });
  return answer.statusCode;
};

const DOORS: [string, Knock, string][] = [
  ['MCP', viaMcp, 'orient'],
  ['the tools over REST', viaTools, 'orient'],
  ['REST with a key', viaRest, 'GET /api/projects/:id/plan'],
];

/** What a server of its own logged; closing it flushes the log. */
async function loggedAfter(knock: (server: TestServer, caller: Caller) => Promise<unknown>) {
  const server = await startTestServer({ databaseUrl: services.databaseUrl });
  await setSettings(server, { maintenanceMode: false, maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
  const owner = await addUser(server);
  const { apiKey } = await generateApiKey(owner.ctx);
  const caller = { owner, key: apiKey, project: (await createProject(owner.ctx, { name: 'Door' })).id };
  await services.database.pool.query('delete from mcp_logs');
  await knock(server, caller);
  await server.dispose();
  const { rows } = await services.database.pool.query<Record<string, unknown>>(
    'select user_id, project_id, command, status_code, agent from mcp_logs order by inserted_at, id',
  );
  return { rows, caller };
}

describe.each(DOORS)('a call that %s refuses is written down', (_door, knock, command) => {
  const rowOf = ({ owner, project }: Caller, status: number) => ({
    user_id: owner.id,
    project_id: project,
    command,
    status_code: status,
    agent: 'claude-code',
  });

  test('for its account, where that is suspended', async () => {
    const { rows, caller } = await loggedAfter(async (server, asked) => {
      const system = server.contextFor({ kind: 'system', name: 'test' });
      await setUserStatus(system, { userId: asked.owner.id, status: 'suspended' });
      expect(await knock(server, asked)).toBe(403);
    });
    expect(rows).toEqual([rowOf(caller, 403)]);
  });

  test('for its account, in maintenance', async () => {
    const { rows, caller } = await loggedAfter(async (server, asked) => {
      await setSettings(server, { maintenanceMode: true });
      expect(await knock(server, asked)).toBe(503);
    });
    expect(rows).toEqual([rowOf(caller, 503)]);
  });

  test('for its account, where it calls too often', async () => {
    const { rows, caller } = await loggedAfter(async (server, asked) => {
      await setSettings(server, { maxRequestsPerMinute: 1 });
      expect(await knock(server, asked)).toBe(200);
      server.clock.advance(1);
      expect(await knock(server, asked)).toBe(429);
    });
    expect(rows.filter(({ status_code }) => status_code !== 200)).toEqual([rowOf(caller, 429)]);
  });

  test('for nobody, where its key was taken away', async () => {
    const { rows, caller } = await loggedAfter(async (server, asked) => {
      await resetUserApiKey(server.contextFor({ kind: 'system', name: 'test' }), { id: asked.owner.id });
      expect(await knock(server, asked)).toBe(401);
    });
    expect(rows).toEqual([{ ...rowOf(caller, 401), user_id: null, project_id: null }]);
  });
});

test('a flood with keys that nobody has leaves 60 rows a minute', async () => {
  const { rows } = await loggedAfter(async (server, { project, owner }) => {
    for (let made = 0; made < 50; made += 1)
      for (const knock of [viaMcp, viaTools]) await knock(server, { owner, project, key: `baton_${made}` });
  });
  expect(rows).toHaveLength(60);
});

test('a tool that is not there is written down as it was called', async () => {
  const { rows, caller } = await loggedAfter((server, { key, project }) =>
    server.http.inject({
      method: 'POST',
      url: `/api/projects/${project}/tools/nope_tool`,
      headers: { authorization: `Bearer ${key}` },
      payload: {},
    }),
  );
  expect(rows).toMatchObject([{ user_id: caller.owner.id, command: 'nope_tool', status_code: 400 }]);
});

test('people, visitors and mistakes in other calls are not', async () => {
  const { rows } = await loggedAfter(async (server, { key, owner, project }) => {
    const url = `/api/projects/${project}/tools/nope_tool`;
    const authorization = `Bearer ${await tokenFor(server, owner)}`;
    await server.http.inject({ method: 'POST', url, headers: { authorization }, payload: {} });
    await server.http.inject({ method: 'POST', url, payload: {} });
    await server.http.inject({ method: 'POST', url, headers: { authorization: 'Bearer abc' }, payload: {} });
    const wrong = await server.http.inject({ url: '/api/projects/1/plan', headers: { 'x-user-api-key': key } });
    expect(wrong.statusCode).toBe(400);
  });
  expect(rows).toEqual([]);
});
