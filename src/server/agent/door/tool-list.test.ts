import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { READING_TOOLS, TOOL_NAMES } from '#contract/tool-names.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addExample, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type McpAnswer, askEarlier, askModern, callTool, setSettings } from '#test/mcp-call.ts';

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
  await createTask(user.ctx, { id: project, title: 'Lay the keel' });
});
afterAll(() => server.dispose());

const listOf = ({ result }: McpAnswer) => JSON.stringify(result?.['tools']);

describe('the list of tools', () => {
  test('has the eight, and costs at most 1,200 tokens', async () => {
    const answer = await askModern(server, 'tools/list', {}, { key, project });
    const tools = (answer.result?.['tools'] ?? []) as { name: string; description: string }[];
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
    expect(tools).toHaveLength(8);
    expect(Buffer.byteLength(answer.body)).toBeLessThanOrEqual(4_800);
  });

  test('is the same in both revisions, for everybody, with or without a project', async () => {
    const admin = await addUser(server, { isAdmin: true, tier: 'pro' });
    const { apiKey } = await generateApiKey(admin.ctx);
    const { projectId } = await addExample(server, admin);
    const answers = [
      await askModern(server, 'tools/list', {}, { key, project }),
      await askEarlier(server, 'tools/list', {}, { key, project }),
      await askModern(server, 'tools/list', {}, { key: apiKey, project: projectId, client: 'codex' }),
      await askEarlier(server, 'tools/list', {}, { key: apiKey }),
      await askModern(server, 'tools/list', {}, { key: apiKey, project }),
    ];
    expect(new Set(answers.map(listOf)).size).toBe(1);
    for (const answer of answers) expect(Buffer.byteLength(answer.body)).toBeLessThanOrEqual(4_800);
  });

  test('teaches names, kinds and choices, and promises no shape of an answer', async () => {
    const { body } = await askModern(server, 'tools/list', {}, { key });
    expect(body).not.toMatch(/outputSchema|\$schema|maxLength|pattern|additionalProperties/);
    expect(body).toContain('"enum":["done","release","block","skip","ask"]');
  });

  test('says of each tool what a client may do with it unasked, in all five ways', async () => {
    const { result } = await askModern(server, 'tools/list', {}, { key });
    const tools = (result?.['tools'] ?? []) as { name: string; annotations: Record<string, unknown> }[];
    const said = tools.map(({ name, annotations: hints }) => {
      expect(Object.keys(hints).toSorted()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
        'title',
      ]);
      expect(hints['title']).toMatch(/^[A-Z][a-z]+( [a-z]+)?$/);
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = hints;
      return [name, readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
    });
    expect(said).toEqual([
      ['orient', true, false, true, false],
      ['plan_read', true, false, true, false],
      ['task_get', true, false, true, false],
      ['task_claim', false, false, false, false],
      ['task_finish', false, false, false, false],
      ['note', false, false, false, false],
      ['plan_edit', false, false, false, false],
      ['checkpoint', false, true, false, false],
    ]);
    expect(said.filter(([, isReading]) => isReading).map(([name]) => name)).toEqual([...READING_TOOLS]);
  });

  test('may be kept by a client, of the newest revision, since it never changes', async () => {
    const { result } = await askModern(server, 'tools/list', {}, { key });
    expect(result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
  });
});

test('a whole cycle, from orienting to the end of a task, costs at most 958 tokens', async () => {
  const { id } = await createProject(user.ctx, { name: 'Harbour office' });
  await createTask(user.ctx, {
    id,
    title: 'Print the labels of a shipment',
    description: 'One label per parcel, in the order of the manifest. A parcel without a weight gets none.',
    checks: ['Every parcel with a weight has one label', 'A parcel without a weight is named'].map((text) => ({
      text,
      met: false,
    })),
  });
  await createTask(user.ctx, { id, title: 'Weigh twice' });
  let bytes = 0;
  const call = async (name: string, args: Record<string, unknown>) => {
    const { text, isError } = await callTool(server, name, args, { key, project: id });
    expect(isError, text).toBe(false);
    bytes += Buffer.byteLength(JSON.stringify(args)) + Buffer.byteLength(text);
    return text;
  };
  await call('orient', {});
  const baton = /baton (\d+\.\w+)/.exec(await call('task_claim', {}))?.[1];
  await call('note', { type: 'finding', body: 'The scale rounds up.', baton });
  const ended = await call('task_finish', {
    id: 'T1',
    baton,
    outcome: 'done',
    summary: 'Labels are printed in the order of the manifest.',
    files: ['src/labels.ts'],
    checks: [
      { n: 1, seen: 'Twelve parcels, twelve labels' },
      { n: 2, seen: 'Parcel 7 is named' },
    ],
  });
  expect(ended).toBe('T1 is done.\nNext ready: T2 Weigh twice (Tasks)');
  expect(Math.ceil(bytes / 4)).toBeLessThanOrEqual(958);
});

describe('names of older clients', () => {
  const call = async (name: string, args: Record<string, unknown>) => {
    const { text, isError } = await callTool(server, name, args, { key, project });
    return isError ? `error ${text}` : text;
  };

  test('are answered, though they are not listed', async () => {
    expect(await call('create_task', { title: 'Plank' })).toBe('Added T2 Plank. plan_edit adds many at once.');
    expect(await call('create_task', { title: 'Caulk', parent_task_id: 'T2' })).toContain('Added T3 Caulk.');
    expect(await call('get_task', { task_id: 'T2' })).toContain('T2 Plank [open]');
    expect(await call('get_task', { taskId: 't3' })).toContain('T3 Caulk');
    expect(await call('get_task', { id: '3' })).toContain('T3 Caulk');
    expect(await call('update_task', { task_id: 'T1', title: 'Lay the oak keel' })).toContain(
      'T1 Lay the oak keel [open].',
    );
    expect(await call('update_task', { id: 'T3', status: 'done' })).toContain('[done]');
    expect(await call('get_task_hierarchy', {})).toContain('  T3 Caulk [done]');
    expect(await call('get_task_hierarchy', { task_id: 'T2' })).toContain('T3 Caulk');
    expect(await call('list_notes', { task_id: 'T1' })).toBe('No notes.');
    const id = /^Note (\S+)\.$/.exec(
      await call('create_note', { task_id: 'T1', content: 'The oak is wet.', type: 'finding' }),
    )?.[1];
    expect(await call('update_note', { note_id: id, text: 'The oak is dry.' })).toBe(`Note ${id} changed.`);
    expect(await call('list_notes', { task_id: 'T1' })).toBe(`${id} finding (claude-code): The oak is dry.`);
    expect(await call('search_notes', { query: 'dry' })).toContain(`note ${id}`);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['create_task', {}, 'title: '],
    ['get_task', {}, 'id: must be a string.'],
    ['update_task', { task_id: 'T1', status: 'finished' }, 'status: '],
    ['create_note', { task_id: 'T1' }, 'body: must be a string.'],
    ['create_note', { body: 'x', type: 'song' }, 'type: '],
    ['update_note', { note_id: 'first', body: 'x' }, 'note_id: must be a UUID.'],
    ['search_notes', {}, 'query: must be a string.'],
    ['list_notes', { limit: 1_000 }, 'limit: '],
  ])('%s with %j is refused by the field that is wrong', async (name, args, sentence) => {
    expect(await call(name, args)).toContain(`error VALIDATION_ERROR: ${sentence}`);
  });

  test('reach no other project, not even one of the same person', async () => {
    const other = await createProject(user.ctx, { name: 'Other' });
    const made = await callTool(server, 'create_note', { body: 'Secret.' }, { key, project: other.id });
    const id = /^Note (\S+)\.$/.exec(made.text)?.[1];
    expect(await call('update_note', { note_id: id, body: 'Changed.' })).toBe(
      'error NOT_FOUND: The note was not found.',
    );
    const saved = await callTool(server, 'checkpoint', { action: 'save', name: 'There' }, { key, project: other.id });
    const checkpoint = /[0-9a-f-]{36}/.exec(saved.text)?.[0];
    for (const action of ['diff', 'restore'])
      expect(await call('checkpoint', { action, id: checkpoint })).toBe(
        'error NOT_FOUND: The checkpoint was not found.',
      );
  });
});

describe('prompts and resources', () => {
  test('are two prompts that say what to do, and no others', async () => {
    const { result } = await askModern(server, 'prompts/list', {}, { key });
    expect(result?.['prompts']).toEqual([
      { name: 'work', description: 'Take the next ready task and carry it through' },
      { name: 'plan', description: 'Read the PRD and draft the plan' },
    ]);
    const work = await askModern(server, 'prompts/get', { name: 'work' }, { key });
    expect(JSON.stringify(work.result?.['messages'])).toContain('Call orient, with your baton if you hold one.');
    const none = await askModern(server, 'prompts/get', { name: 'play' }, { key });
    expect(none.error).toMatchObject({ code: -32_602, message: 'There is no such prompt. Prompts: work, plan.' });
  });

  test('are the PRD and the plan as markdown, of the project that is named', async () => {
    const { result } = await askModern(server, 'resources/list', {}, { key, project });
    expect(((result?.['resources'] ?? []) as { uri: string }[]).map(({ uri }) => uri)).toEqual([
      'baton://prd',
      'baton://requirements',
      'baton://plan',
    ]);
    const read = async (uri: string) => {
      const answer = await askModern(server, 'resources/read', { uri }, { key, project });
      return ((answer.result?.['contents'] ?? []) as { uri: string; mimeType: string; text: string }[])[0];
    };
    expect(await read('baton://plan')).toMatchObject({ uri: 'baton://plan', mimeType: 'text/markdown' });
    expect((await read('baton://plan'))?.text).toContain('Lay the oak keel');
    expect((await read('baton://prd'))?.text).toBe('There is no PRD yet.\n');
    const none = await askModern(server, 'resources/read', { uri: 'file:///etc/passwd' }, { key, project });
    expect(none.error).toMatchObject({ code: -32_602, data: { uri: 'file:///etc/passwd' } });
  });
});
