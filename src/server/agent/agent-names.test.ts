import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENT_NAME_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type Asked, EARLIER, ask, askEarlier, callTool, setSettings } from '#test/mcp-call.ts';

let server: TestServer;
let user: TestUser;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  await setSettings(server, { maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
  user = await addUser(server);
  key = (await generateApiKey(user.ctx)).apiKey;
});
afterAll(() => server.dispose());

async function addProject(): Promise<Id> {
  const { id } = await createProject(user.ctx, { name: 'Named' });
  await createTask(user.ctx, { id, title: 'Lay the keel' });
  return id;
}

/** The holder name that a claim by such a caller records. */
async function holderOf(asked: Asked): Promise<unknown> {
  const project = await addProject();
  const claimed = await callTool(server, 'task_claim', {}, { key, project, ...asked });
  expect(claimed.isError, claimed.text).toBe(false);
  return heldIn(project);
}

async function heldIn(project: Id): Promise<unknown> {
  const { rows } = await server.database.pool.query<{ holder: { name: string } }>(
    'select holder from batons where project_id = $1',
    [project],
  );
  return rows[0]?.holder.name;
}

test('an agent goes by the name in its own header first, then by its client’s, then by its program’s', async () => {
  const agent = { 'x-agent-name': 'night shift' };
  const program = { 'user-agent': 'cursor/1.2.3 (linux)' };
  expect(await holderOf({ client: 'claude-code', headers: { ...agent, ...program } })).toBe('night shift');
  expect(await holderOf({ client: 'claude-code', headers: program })).toBe('claude-code');
  expect(await holderOf({ client: null, headers: program })).toBe('cursor');
});

test.each(['node', 'undici', 'curl/8.5.0', 'python-requests/2.32', 'Mozilla/5.0 (X11)', '', '(weird)'])(
  'a program called %j says nothing, so it is an agent',
  async (program) => {
    expect(await holderOf({ client: null, headers: { 'user-agent': program } })).toBe('An agent');
  },
);

test('a client of the revision before is known by the name it gave in the handshake', async () => {
  const project = await addProject();
  const asked = { key, project };
  const begun = await askEarlier(
    server,
    'initialize',
    { protocolVersion: EARLIER, capabilities: {}, clientInfo: { name: 'Codex ✨', version: '1' } },
    asked,
  );
  expect(begun.result).toMatchObject({ protocolVersion: EARLIER, serverInfo: { name: 'baton' } });
  const session = String(begun.headers['mcp-session-id']);
  expect(session).toMatch(/^[\x21-\x7e]+$/);
  const claim = { name: 'task_claim', arguments: {} };
  await askEarlier(server, 'tools/call', claim, { ...asked, headers: { 'mcp-session-id': session } });
  expect(await heldIn(project)).toBe('Codex ✨');
});

test('a session that is not ours opens nothing, and its client is told to begin a new one', async () => {
  const project = await addProject();
  const headers = { 'mcp-session-id': 'somebody-else', 'user-agent': 'node' };
  const refused = await askEarlier(
    server,
    'tools/call',
    { name: 'task_claim', arguments: {} },
    { key, project, headers },
  );
  expect([refused.status, refused.error?.message]).toEqual([
    404,
    'This session is not known here. Connect again: initialize gives a new one.',
  ]);
  expect(await heldIn(project)).toBeUndefined();
  const stranger = await askEarlier(server, 'tools/list', {}, { project, headers: { 'mcp-session-id': 'b1.Y29kZXg' } });
  expect(stranger.status).toBe(401);
});

test.each([
  ['a very long one', 'x'.repeat(5_000), 'x'.repeat(AGENT_NAME_MAX)],
  [
    'one that is cut in the middle of a character',
    `${'x'.repeat(AGENT_NAME_MAX - 1)}😀`,
    'x'.repeat(AGENT_NAME_MAX - 1),
  ],
  ['one with line breaks and control characters', 'clau\nde\u0000-\u001b[31mcode', 'clau de - [31mcode'],
  ['one that turns text around', 'codex\u202e', 'codex'],
  ['one of blanks', ' \t ', 'An agent'],
])('a name is kept as it can be shown: %s', async (_what, client, shown) => {
  expect(await holderOf({ client, headers: { 'user-agent': 'node' } })).toBe(shown);
});

test('a very long name comes back in a header that a client can take', async () => {
  const params = {
    protocolVersion: EARLIER,
    capabilities: {},
    clientInfo: { name: 'x'.repeat(500_000), version: '1' },
  };
  const begun = await askEarlier(server, 'initialize', params, { key });
  expect(String(begun.headers['mcp-session-id']).length).toBeLessThan(1_000);
});

test('a client name that is no text is not a name', async () => {
  const params = { protocolVersion: EARLIER, capabilities: {}, clientInfo: { name: { toString: 'x' }, version: '1' } };
  const begun = await ask(server, { jsonrpc: '2.0', id: 1, method: 'initialize', params }, { key });
  expect(begun.error ?? begun.result).toBeDefined();
  expect(begun.headers['mcp-session-id']).toBeUndefined();
});

test('an agent is told on its next tool call that its baton was taken, whatever its client asks in between', async () => {
  const project = await addProject();
  const asked = { key, project, client: 'claude-code' };
  await callTool(server, 'task_claim', { id: 'T1' }, asked);
  await callTool(
    server,
    'task_claim',
    { id: 'T1', takeover: true, reason: 'It went home.' },
    { ...asked, client: 'codex' },
  );
  await askEarlier(server, 'tools/list', {}, { ...asked, headers: { 'x-agent-name': 'claude-code' } });
  await ask(
    server,
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { ...asked, headers: { 'x-agent-name': 'claude-code' } },
  );
  const told = await callTool(server, 'orient', {}, asked);
  expect(told.text).toMatch(/^Your baton 1 for T1 ended by codex: It went home\. Stop that work; do not finish it\.\n/);
  expect((await callTool(server, 'orient', {}, asked)).text).not.toContain('ended by');
});

describe('of two sessions of one program', () => {
  const asked = async () => ({ key, project: await addProject(), client: 'claude-code' });

  test.each([
    [{ agent: 'one' }, { agent: 'two' }],
    [{}, { agent: 'two' }],
    [{ agent: 'one' }, {}],
  ])('the one that takes over (%j, then %j) is not told to stop', async (first, second) => {
    const here = await asked();
    await callTool(server, 'task_claim', { id: 'T1', ...first }, here);
    const taken = await callTool(server, 'task_claim', { id: 'T1', takeover: true, reason: 'Stuck.', ...second }, here);
    expect(taken.isError).toBe(false);
    expect((await callTool(server, 'orient', {}, here)).text).not.toContain('ended by');
  });

  test('the other one’s token is refused all the same, and a number alone by a sentence that says what to pass', async () => {
    const here = await asked();
    const claimed = await callTool(server, 'task_claim', { id: 'T1', agent: 'one' }, here);
    const baton = /baton (\d+\.\w+)/.exec(claimed.text)?.[1] ?? '';
    await callTool(server, 'task_claim', { id: 'T1', agent: 'two', takeover: true, reason: 'Stuck.' }, here);
    const finish = (token: unknown) =>
      callTool(server, 'task_finish', { id: 'T1', baton: token, outcome: 'done', summary: 'It is done.' }, here);
    const late = await finish(baton);
    expect(late.isError).toBe(true);
    expect(late.text).toMatch(/^STALE_LOCK: Your baton 1 for T1 ended by two: Stuck\. .*\nBaton 1 for T1 is not yours/);
    for (const number of [2, '2', 2.5])
      expect((await finish(number)).text).toBe(
        'VALIDATION_ERROR: baton: must be the whole baton that the claim answered, such as 16.k3f9x2ab: the number alone proves nothing.',
      );
  });
});
