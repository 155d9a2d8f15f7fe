import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { composeApiKey } from '#contract/api-key-form.ts';
import { BODY_MAX_BYTES } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { TOOL_NAMES } from '#contract/tool-names.ts';
import { generateApiKey, setUserStatus } from '#server/auth/index.ts';
import { newId } from '#server/platform/id.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type Asked, ask, askEarlier, askModern, callTool, setSettings } from '#test/mcp-call.ts';

let server: TestServer;
let user: TestUser;
let key: string;
let project: Id;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  await setSettings(server, { maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
  user = await addUser(server);
  key = (await generateApiKey(user.ctx)).apiKey;
  project = (await createProject(user.ctx, { name: 'Ship' })).id;
});
afterAll(() => server.dispose());

const orient = (asked: Asked) => callTool(server, 'orient', {}, asked);
const listing = { jsonrpc: '2.0', id: 7, method: 'tools/list' };

describe('a page of another site cannot reach the tools', () => {
  test.each([
    ['by its own name for this machine', { host: 'evil.example.com' }],
    ['by its own name with a port', { host: 'evil.example.com:3000' }],
    ['from its own origin', { origin: 'http://evil.example.com' }],
    ['from a frame without an origin', { origin: 'null' }],
    ['from a name that only begins like ours', { origin: 'http://localhost.evil.example.com' }],
  ])('%s', async (_how, headers) => {
    const refused = await orient({ key, project, headers });
    expect(refused.status).toBe(403);
    expect(refused.error?.data).toMatchObject({ errorType: 'FORBIDDEN' });
    expect(refused.result).toBeUndefined();
  });

  test.each([
    { host: 'localhost:3000', origin: 'http://localhost:3000' },
    { host: '127.0.0.1:3000' },
    { host: '[::1]:3000' },
  ])('and this machine can: %j', async (headers) => {
    expect((await orient({ key, project, headers })).status).toBe(200);
  });
});

describe('a request that cannot be read', () => {
  const sent = { key: '', project: '' };
  beforeAll(() => Object.assign(sent, { key, project }));

  test('as a batch is refused, whatever is in it', async () => {
    for (const batch of [[listing], [listing, listing], []]) {
      const refused = await ask(server, batch, sent);
      expect([refused.status, refused.error?.message]).toEqual([400, 'Send one message per request, not a batch.']);
    }
  });

  test('as another kind of content is refused with what it takes', async () => {
    const refused = await ask(server, JSON.stringify(listing), { ...sent, headers: { 'content-type': 'text/csv' } });
    expect(refused.status).toBe(400);
    expect(refused.body).toContain('The body must be sent as application/json.');
  });

  test('because it is too large is refused before it is read', async () => {
    const refused = await ask(server, JSON.stringify({ ...listing, params: { x: 'x'.repeat(BODY_MAX_BYTES) } }), sent);
    expect(refused.status).toBe(413);
    expect(refused.body).toContain('PAYLOAD_TOO_LARGE');
  });

  test.each(['{', 'orient', '"', '', '[', '{"a":1,}'])('because %j is not JSON is refused', async (body) => {
    const refused = await ask(server, body, sent);
    expect(refused.status).toBe(400);
    expect(refused.body).toContain('VALIDATION_ERROR');
  });

  test.each([{}, null, 7, 'text', { jsonrpc: '1.0', id: 1, method: 'tools/list' }, { jsonrpc: '2.0', id: {} }])(
    'because %j is no message is refused',
    async (body) => {
      const refused = await ask(server, JSON.stringify(body), sent);
      expect(refused.status).toBe(400);
      expect(refused.result).toBeUndefined();
    },
  );

  test('because header and message disagree is refused', async () => {
    const method = await askModern(server, 'tools/list', {}, { ...sent, headers: { 'mcp-method': 'tools/call' } });
    const name = await askModern(
      server,
      'tools/call',
      { name: 'orient', arguments: {} },
      { ...sent, headers: { 'mcp-name': 'plan_edit' } },
    );
    const version = await askModern(server, 'tools/list', {}, { ...sent, headers: { 'mcp-protocol-version': 'v9' } });
    expect([method, name, version].map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

test.each(['GET', 'DELETE'] as const)('%s is not served: there is nothing to listen to or to end', async (method) => {
  for (const headers of [{}, { 'mcp-session-id': 'b1.eA' }]) {
    const answer = await server.http.inject({
      method,
      url: `/mcp/${project}`,
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
    });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'POST']);
  }
});

test('an unknown method is answered with its code in both revisions', async () => {
  const modern = await askModern(server, 'tools/nothing', {}, { key, project });
  expect([modern.status, modern.error?.code, modern.id]).toEqual([404, -32_601, 1]);
  const earlier = await askEarlier(server, 'tools/nothing', {}, { key, project });
  expect([earlier.error?.code, earlier.id]).toEqual([-32_601, 1]);
});

test.each([
  ['initialize', { protocolVersion: 1 }, 'params.protocolVersion'],
  ['prompts/get', {}, 'params.name'],
  ['resources/read', { uri: [] }, 'params.uri'],
  ['tools/list', { cursor: 5 }, 'params.cursor'],
  ['tools/call', { arguments: {} }, 'name'],
] as const)(
  '%s of the wrong shape is the fault of the sender, who is told what is wrong',
  async (method, params, where) => {
    const { error } = await askEarlier(server, method, params, { key, project });
    expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining(where) as string });
  },
);

describe('a tool', () => {
  test('that does not exist is answered with those that do', async () => {
    const answer = await callTool(server, 'drop_everything', {}, { key, project });
    expect(answer.isError).toBe(true);
    expect(answer.text).toBe(`NOT_FOUND: There is no tool "drop_everything". Use ${TOOL_NAMES.join(', ')}.`);
  });

  test.each(['__proto__', 'constructor', 'toString', 'x'.repeat(200)])('named %s does not exist', async (name) => {
    const answer = await callTool(server, name, {}, { key, project });
    expect(answer.text).toContain('NOT_FOUND: There is no tool');
    expect(answer.text.length).toBeLessThan(300);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['orient', { since: 'yesterday' }, 'since: must be a number.'],
    ['orient', { budget: 5 }, 'budget: '],
    ['orient', { surprise: 1 }, 'Not valid: unknown field: surprise.'],
    ['task_get', {}, 'id: must be a string.'],
    ['task_get', { id: 'the first one' }, 'id must be a task number such as T12, or a task id.'],
    ['task_get', { id: 'T1\u0000' }, 'id: must not contain NUL or unpaired surrogate characters.'],
    ['task_get', { id: 'T999' }, 'The task T999 was not found.'],
    ['task_finish', { id: 'T1', baton: '1.k3f9x2ab', outcome: 'won', summary: 'x' }, 'outcome: '],
    [
      'task_finish',
      { id: 'T1', outcome: 'done', summary: 'x' },
      'baton: must be the whole baton that the claim answered',
    ],
    ['task_finish', { id: 'T1', baton: 1, outcome: 'done', summary: 'x' }, 'the number alone proves nothing.'],
    ['orient', { baton: '1' }, 'the number alone proves nothing.'],
    ['note', { type: 'progress', body: '   ' }, 'body: must not be empty.'],
    ['note', { type: 'song', body: 'la' }, 'type: '],
    ['plan_read', { limit: 0 }, 'limit: '],
    ['plan_read', { cursor: 'next' }, 'cursor must be the number that the page before ended with.'],
    ['plan_read', { q: 'oak', depth: 2 }, 'q searches the whole project: leave out under, status and depth.'],
    ['plan_edit', { ops: [] }, 'ops: '],
    ['plan_edit', { ops: [{ op: 'explode' }] }, 'ops.0.op: '],
    ['checkpoint', { action: 'restore' }, 'checkpoint action=restore needs id; action=list shows them.'],
    ['task_claim', { takeover: true, reason: 'Mine now' }, 'takeover needs id: the task to take over.'],
  ])('%s with %j says in one sentence what is wrong', async (name, args, sentence) => {
    const answer = await callTool(server, name, args, { key, project });
    expect([answer.status, answer.isError]).toEqual([200, true]);
    expect(answer.text).toContain(sentence);
    expect(answer.text).toMatch(/^(VALIDATION_ERROR|NOT_FOUND): /);
    expect(answer.text.split('\n')).toHaveLength(1);
  });

  test('whose arguments are nested without end is refused, not swallowed', async () => {
    const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    const answer = await callTool(server, 'orient', { x: JSON.parse(deep) as unknown }, { key, project });
    expect(answer.text).toContain('nested deeper than 32 levels');
  });

  test('that fails in a way nobody foresaw leaks no text and is recorded with its request id', async () => {
    const broken = await startTestServer();
    const owner = await addUser(broken);
    const { apiKey } = await generateApiKey(owner.ctx);
    const { id } = await createProject(owner.ctx, { name: 'Broken' });
    await broken.database.pool.query('alter table projects rename column baton_slots to gone');
    await broken.database.pool.query('alter table prd_versions rename to gone_too');
    const answer = await callTool(broken, 'orient', {}, { key: apiKey, project: id });
    expect(answer.text).toMatch(
      /^INTERNAL_ERROR: Something went wrong on our side. Please try again. \(request [0-9a-f]{16}\)$/,
    );
    const read = await askModern(broken, 'resources/read', { uri: 'baton://plan' }, { key: apiKey, project: id });
    expect(read.error?.message).toMatch(/^INTERNAL_ERROR: Something went wrong on our side/);
    await broken.errorLog.flush();
    const { rows } = await broken.database.pool.query<{ request_id: string; context: { tool: string } }>(
      'select request_id, context from error_logs order by id',
    );
    expect(rows.map(({ context }) => context.tool)).toEqual(['orient', 'resources/read']);
    expect(answer.text).toContain(rows[0]?.request_id);
    await broken.dispose();
  });
});

describe('who calls', () => {
  const NO_KEY = 'Sign in, or send an API key as Authorization: Bearer <key>. The API Keys page makes one.';
  const BROKEN = 'This is not a whole API key. Copy it again; it begins with baton_.';
  const UNKNOWN = 'This API key is not known. It may have been regenerated: copy the new one.';

  test('without a key is asked for one', async () => {
    const refused = await orient({ project });
    expect([refused.status, refused.error?.message, refused.id]).toEqual([401, NO_KEY, 1]);
  });

  test('with a session instead of a key is asked for a key', async () => {
    const refused = await orient({ key: await tokenFor(server, user), project });
    expect([refused.status, refused.error?.message]).toEqual([401, NO_KEY]);
  });

  test('with a key that was mistyped is told to copy it again', async () => {
    for (const wrong of [
      `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`,
      `${key}x`,
      key.slice(0, 20),
      'baton_',
    ]) {
      const refused = await orient({ key: wrong, project });
      expect([refused.status, refused.error?.message]).toEqual([401, BROKEN]);
    }
  });

  test('with a whole key that nobody has is not known', async () => {
    const refused = await orient({ key: composeApiKey((count) => new Uint8Array(count).fill(9)), project });
    expect([refused.status, refused.error?.message]).toEqual([401, UNKNOWN]);
  });

  test('in either header, is the same', async () => {
    const answer = await orient({ project, headers: { 'x-user-api-key': key } });
    expect(answer.text).toContain('Ship: 0/0 done');
  });

  test('with the key of before is refused from the next request on', async () => {
    const owner = await addUser(server);
    const { apiKey } = await generateApiKey(owner.ctx);
    const { id } = await createProject(owner.ctx, { name: 'Renewed' });
    expect((await orient({ key: apiKey, project: id })).status).toBe(200);
    const renewed = await server.http.inject({
      method: 'POST',
      url: '/api/auth/api-key/regenerate',
      headers: { authorization: `Bearer ${await tokenFor(server, owner)}` },
    });
    expect((await orient({ key: apiKey, project: id })).error?.message).toBe(UNKNOWN);
    expect((await orient({ key: renewed.json().data.apiKey, project: id })).status).toBe(200);
  });

  test('for a suspended owner is refused from the next request on', async () => {
    const owner = await addUser(server);
    const { apiKey } = await generateApiKey(owner.ctx);
    const { id } = await createProject(owner.ctx, { name: 'Stopped' });
    expect((await orient({ key: apiKey, project: id })).status).toBe(200);
    const system = server.contextFor({ kind: 'system', name: 'test' });
    await setUserStatus(system, { userId: owner.id, status: 'suspended' });
    const refused = await orient({ key: apiKey, project: id });
    expect([refused.status, refused.error?.data?.['errorType']]).toEqual([403, 'ACCOUNT_SUSPENDED']);
  });

  test.each(['${BATON_API_KEY}', '${env:BATON_API_KEY}', '$BATON_API_KEY'])(
    'as %s is told that the variable is not set, and so is the project’s owner',
    async (sent) => {
      const { id } = await createProject(user.ctx, { name: 'Unset' });
      const refused = await orient({ key: sent, project: id });
      expect([refused.status, refused.error?.message]).toEqual([401, KEY_TEXTS.notSet]);
      expect(refused.error?.data).toMatchObject({ errorType: 'AUTHENTICATION_ERROR', errorCode: 'API_KEY_NOT_SET' });
      const seen = await server.http.inject({
        url: `/api/agents?project_id=${id}`,
        headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
      });
      expect(seen.json().data).toEqual([
        {
          project_id: id,
          agent: 'An agent',
          first_call_at: null,
          last_call_at: null,
          calls: 0,
          problem: KEY_TEXTS.notSet,
          problem_at: server.clock.now().toISOString(),
        },
      ]);
      const other = await addUser(server);
      const elsewhere = await server.http.inject({
        url: '/api/agents',
        headers: { authorization: `Bearer ${await tokenFor(server, other)}` },
      });
      expect(elsewhere.json().data).toEqual([]);
    },
  );
});

describe('the project', () => {
  test('must be named for a tool, and the answer says how', async () => {
    const answer = await orient({ key });
    expect(answer.text).toBe(
      'VALIDATION_ERROR: No project is named. Connect to /mcp/<project id>, or send it as x-project-id.',
    );
    const read = await askModern(server, 'resources/read', { uri: 'baton://plan' }, { key });
    expect(read.error?.message).toContain('No project is named.');
  });

  test('need not be named to list what there is', async () => {
    expect((await askModern(server, 'tools/list', {}, { key })).result?.['tools']).toHaveLength(8);
  });

  test('may be named in the address, in the header, or alike in both', async () => {
    const url = `/mcp/${project}`;
    const answers = [await orient({ key, url }), await orient({ key, project }), await orient({ key, url, project })];
    expect(answers.map(({ text }) => text.split(':', 1)[0])).toEqual(['Ship', 'Ship', 'Ship']);
  });

  test('named in two ways that differ is refused', async () => {
    const other = await createProject(user.ctx, { name: 'Other' });
    const refused = await orient({ key, url: `/mcp/${other.id}`, project });
    expect([refused.status, refused.error?.message]).toEqual([
      400,
      'The address and the x-project-id header name two different projects.',
    ]);
  });

  test('that is no id is refused with where to find it', async () => {
    const message = 'The project id is not valid: copy it from the project’s credentials.';
    expect((await orient({ key, project: 'ship' })).error?.message).toBe(message);
    expect((await orient({ key, url: '/mcp/ship' })).error?.message).toBe(message);
  });

  test('of somebody else is the same as none, for every tool, older name and resource', async () => {
    const stranger = await addUser(server);
    const { apiKey: theirKey } = await generateApiKey(stranger.ctx);
    const secret = await createProject(user.ctx, { name: 'Hidden harbour' });
    const task = await createTask(user.ctx, { id: secret.id, title: 'Hidden task' });
    const calls: [string, Record<string, unknown>][] = [
      ['orient', {}],
      ['plan_read', {}],
      ['plan_read', { q: 'hidden' }],
      ['plan_read', { under: 'T1' }],
      ['task_get', { id: 'T1' }],
      ['task_get', { id: task.id }],
      ['task_claim', {}],
      ['task_claim', { id: task.id }],
      ['task_finish', { id: task.id, baton: '1.k3f9x2ab', outcome: 'done', summary: 'x' }],
      ['note', { type: 'progress', body: 'x' }],
      ['note', { type: 'progress', body: 'x', task: task.id }],
      ['plan_edit', { ops: [{ op: 'add', title: 'x' }] }],
      ['plan_edit', { ops: [{ op: 'remove', id: task.id }], dry_run: true }],
      ['checkpoint', { action: 'save' }],
      ['checkpoint', { action: 'list' }],
      ['create_task', { title: 'x' }],
      ['get_task', { task_id: task.id }],
      ['update_task', { task_id: task.id, title: 'x' }],
      ['get_task_hierarchy', {}],
      ['create_note', { content: 'x' }],
      ['list_notes', {}],
      ['search_notes', { query: 'hidden' }],
    ];
    for (const [name, args] of calls) {
      const theirs = await callTool(server, name, args, { key: theirKey, project: secret.id });
      const none = await callTool(server, name, args, { key: theirKey, project: newId() });
      expect([name, theirs.isError, theirs.text]).toEqual([name, true, none.text]);
      expect(theirs.text).toMatch(/^NOT_FOUND: The (project|task \S+) was not found\.$/);
    }
    for (const uri of ['baton://plan', 'baton://prd']) {
      const read = await askModern(server, 'resources/read', { uri }, { key: theirKey, project: secret.id });
      expect(read.error?.message).toBe('NOT_FOUND: The project was not found.');
    }
    // A task id of another user's project is not found in one's own project either.
    const mine = await createProject(stranger.ctx, { name: 'Mine' });
    for (const [name, args] of calls.filter(([, { id, task_id }]) => id === task.id || task_id === task.id)) {
      const answer = await callTool(server, name, args, { key: theirKey, project: mine.id });
      expect(answer.text).toBe(`NOT_FOUND: The task ${task.id} was not found.`);
    }
  });
});

test('in maintenance every call is answered with the message, and costs nothing', async () => {
  await setSettings(server, { maintenanceMode: true, maintenanceMessage: 'Back at noon.' });
  const refused = await orient({ key, project });
  await setSettings(server, { maintenanceMode: false });
  expect([refused.status, refused.error?.message, refused.headers['retry-after']]).toEqual([
    503,
    'Back at noon.',
    '60',
  ]);
  expect(refused.error?.data).toMatchObject({ errorType: 'MAINTENANCE', retryAfterSeconds: 60 });
});
