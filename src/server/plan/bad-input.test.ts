import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BODY_MAX_BYTES, TASKS_PER_CALL_MAX, TASK_CHECKS_MAX } from '#contract/constants.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { FailureBody } from '#contract/errors.ts';
import { callTool } from '#contract/tools.ts';
import { newId } from '#server/platform/id.ts';
import { addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { TOOLS } from '#test/tool-inputs.ts';

interface Sample {
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  /** The status of a valid request about resources that do not exist. */
  sound?: number;
}

const ID = newId();

const SPECIFICATION = {
  content: '- It must open.',
  filename: 'prd.md',
  clearExisting: true,
  mode: 'PRD',
  sessionId: 'gen_1',
  planner: 'embedded',
};

/** A token in the format of a claim's answer. */
const TOKEN = '1.k3f9x2ab';

/**
 * A valid request for each endpoint, with every field it takes. The cases below make it invalid, one fault at a time.
 */
const NOTIFY = { needs_you: true, agent_stopped: true, plan_finished: false, run_ended: false };

const VERIFIED = { command: 'make', exit_code: 0, seconds: 1, output: 'ok', commit: 'abcdef0' };
const HELD = { worker: 'codex-1', task_id: ID, baton: TOKEN };
const TRY = { try: 1, tries: 3, seconds: 1, tokens: 1, cost_usd: 1 };

const SAMPLES: Record<string, Sample> = {
  listPeople: {},
  setPersonRole: { body: { role: 'viewer' } },
  removePerson: {},
  handOverProject: { body: { user_id: ID } },
  listProjectInvitations: {},
  inviteToProject: { body: { role: 'viewer', email: 'ada@example.com', days: 7 } },
  revokeProjectInvitation: {},
  lookAtInvitation: { body: { token: 'x'.repeat(43) } },
  acceptInvitation: { body: { token: 'x'.repeat(43) } },
  confirmEmailChange: { body: { token: 'x'.repeat(43) }, sound: 400 },
  stopEmailChange: { body: { token: 'x'.repeat(43) }, sound: 400 },
  getPlan: {},
  getPlanTree: {},
  readTexts: { query: { tasks: ID } },
  listTasks: { query: { limit: '10', cursor: ID } },
  listTaskLists: { query: { limit: '10', cursor: ID } },
  listActivity: { query: { task_id: ID, limit: '10', cursor: '5' } },
  listTimeline: {
    query: {
      agent: 'codex',
      list: ID,
      group: 'done',
      q: 'word',
      zone: 'Europe/Berlin',
      day: '2026-03-16',
      limit: '10',
      cursor: `2026-03-16T10:00:00.000Z_${ID}`,
    },
  },
  getTimelineDays: {
    query: {
      agent: 'codex',
      list: ID,
      group: 'plan',
      q: 'word',
      zone: 'Europe/Berlin',
      days: '10',
      back_to: '2026-03-01',
    },
  },
  getRelay: { query: { from: '2026-03-16T10:00:00Z', to: '2026-03-17T10:00:00Z' } },
  getReport: { query: { since: '2026-03-16T10:00:00Z', zone: 'Europe/Berlin' } },
  createTask: {
    body: {
      title: 'Title',
      description: 'Text',
      checks: [{ text: 'It works', met: false }],
      prd_lines: { start: 1, end: 2 },
      requirement_ids: ['R1'],
      task_list_id: ID,
      after_task_id: ID,
    },
  },
  updateTask: {
    body: {
      title: 'Title',
      description: 'Text',
      checks: [],
      prd_lines: null,
      requirement_ids: [],
      prd_state: null,
      status: 'open',
      blocked_reason: 'No oak',
      base_updated_at: '2026-01-01T00:00:00.000Z',
      baton: TOKEN,
    },
  },
  moveTask: { body: { parent_task_id: ID, after_task_id: null } },
  deleteTask: {},
  undeleteTask: {},
  breakDownTask: { body: { name: 'Steps', operational_brief: 'Brief', tasks: [{ title: 'Step' }] } },
  createTaskList: { body: { name: 'List', operational_brief: 'Brief' } },
  updateTaskList: { body: { name: 'List', operational_brief: 'Brief', base_updated_at: '2026-01-01T00:00:00.000Z' } },
  deleteTaskList: {},
  undeleteTaskList: {},
  addDependency: { body: { depends_on_id: ID } },
  removeDependency: {},
  claimTask: { body: { agent: 'codex', takeover: true, reason: 'Stuck' } },
  claimNext: { body: { agent: 'codex' } },
  finishTask: {
    body: {
      baton: TOKEN,
      outcome: 'ask',
      summary: 'Laid the keel.',
      files: ['keel.ts'],
      evidence: 'Level',
      checks: [{ n: 1, seen: 'It is straight' }],
      question: 'Oak or elm?',
      options: [{ label: 'Oak', consequence: 'Lasts', preferred: true }],
      commit: 'abcdef0',
      branch: 'keel',
      pr: '12',
      diff: { files: 1, insertions: 2, deletions: 3 },
      verification: { command: 'make', exit_code: 0, seconds: 1, output: 'ok', commit: 'abcdef0' },
    },
  },
  withdrawAnswer: {},
  getNotifications: {},
  saveNotifications: { body: { email: NOTIFY, browser: NOTIFY } },
  getWebhook: {},
  saveWebhook: {
    body: { address: 'https://example.com/hook', format: 'json', kinds: ['needs_you'], enabled: true },
  },
  deleteWebhook: {},
  replaceWebhookSecret: {},
  listWebhookDeliveries: {},
  testWebhook: {},
  resendWebhookDelivery: {},
  answerQuestion: { body: { text: 'Oak.', option: 1, decide: false, replaces_at: null, question_id: ID } },
  renewBaton: { body: { baton: TOKEN } },
  releaseBaton: { body: { baton: TOKEN, reason: 'Enough' } },
  startRun: {
    body: {
      run_id: ID,
      host: 'laptop',
      clients: ['codex'],
      parallel: 2,
      base_branch: 'main',
      is_merging: true,
      verify_command: 'make',
      is_demo: false,
    },
  },
  beatRun: { body: { workers: [] } },
  claimForRun: { body: { worker: 'codex-1', number: 1, only: 'Tasks', except: [2] } },
  readRunTask: { body: HELD },
  retryRunTask: {
    body: { ...HELD, ...TRY, reason: 'It failed.', finding: 'Exit code 1', verification: VERIFIED },
  },
  finishForRun: {
    body: {
      ...HELD,
      ...TRY,
      outcome: 'done',
      reason: '',
      commit: 'abcdef0',
      branch: 'keel',
      pr: '12',
      diff: { files: 1, insertions: 2, deletions: 3 },
      merged_into: 'main',
      verification: VERIFIED,
    },
  },
  endRun: { body: { end: 'stopped' } },
  askRun: { body: { request: 'pause' } },
  getRunOutput: { query: { worker: 'codex-1' } },
  getRunView: { query: { only: 'Tasks' } },
  listRuns: { query: { limit: '10', cursor: ID } },
  listRunResults: { query: { run_id: ID, task_id: ID, limit: '10', cursor: ID } },
  listNotes: { query: { task_id: ID, limit: '10', cursor: ID, before: ID } },
  addNote: {
    body: {
      type: 'FINDING',
      body: 'Text',
      task_id: ID,
      pinned: true,
      supersedes_id: ID,
      commit: 'abcdef0',
      branch: 'keel',
      pr: '12',
      baton: TOKEN,
    },
  },
  updateNote: { body: { type: 'FINDING', body: 'Text', pinned: true, base_updated_at: '2026-01-01T00:00:00.000Z' } },
  deleteNote: {},
  undeleteNote: {},
  listCheckpoints: { query: { limit: '10', cursor: ID } },
  saveCheckpoint: { body: { name: 'Now' } },
  diffCheckpoint: {},
  restoreCheckpoint: {},
  deleteCheckpoint: {},
  searchProject: { query: { q: 'word', limit: '10', cursor: '5' } },
  exportProject: { query: { format: 'markdown', checkpoints: 'none' } },
  importProject: {
    query: { format: 'task-master', filename: 'tasks.json', name: 'Imported', project_id: ID },
    body: {
      format: 'task-master',
      filename: 'tasks.json',
      content: '{"tasks":[{"id":1,"title":"One"}]}',
      encoding: 'text',
      name: 'Imported',
      project_id: ID,
    },
  },
  generatePlan: { body: SPECIFICATION },
  previewPlan: { body: SPECIFICATION },
  readText: { body: { content: '- It must open.' } },
  getEngine: { sound: 200 },
  getPrd: {},
  savePrd: { body: { content: '- It must open.', filename: 'prd.md' } },
  setPrdRoles: {
    body: { roles: [{ key: '0123456789abcdef', scope: 'block', excerpt: 'It must open', role: 'context' }] },
  },
  listPrdVersions: { query: { limit: '10', cursor: '5' } },
  getPrdVersion: {},
  deletePrdVersion: {},
  getCoverage: {},
  exportMe: { sound: 200 },
  getApiKey: { sound: 200 },
  generateApiKey: { sound: 200 },
  regenerateApiKey: { sound: 200 },
  verifyApiKey: { body: { apiKey: 'baton_' }, sound: 200 },
  listAgents: { query: { project_id: ID, limit: '10', cursor: '5' }, sound: 200 },
  orient: { body: { since: 0, budget: 100, baton: TOKEN, wait: 1 } },
  plan_read: { body: { under: 'T1', status: 'open', depth: 2, limit: 10, cursor: '10' } },
  task_get: { body: { id: 'T1', budget: 100 } },
  task_claim: { body: { id: 'T1', agent: 'codex', takeover: true, reason: 'Stuck' } },
  task_finish: {
    body: {
      id: 'T1',
      baton: TOKEN,
      outcome: 'done',
      summary: 'Laid the keel.',
      files: ['keel.ts'],
      evidence: 'Level',
      checks: [{ n: 1, seen: 'It is straight' }],
      commit: 'abcdef0',
      branch: 'keel',
      pr: '12',
      question: 'Oak or elm?',
      options: ['Oak: lasts', 'Elm: bends'],
      diff: { files: 1, insertions: 2, deletions: 3 },
      verification: { command: 'make', exit_code: 0, seconds: 1, output: 'ok', commit: 'abcdef0' },
      claim_next: true,
    },
  },
  note: {
    body: {
      type: 'finding',
      body: 'Wet.',
      task: 'T1',
      pin: true,
      supersedes: ID,
      commit: 'abcdef0',
      branch: 'keel',
      pr: '12',
      baton: TOKEN,
    },
  },
  plan_edit: { body: { ops: [{ op: 'remove', id: 'T1' }], dry_run: true, base_seq: 1, baton: TOKEN } },
  checkpoint: { body: { action: 'list', name: 'Now', id: ID } },
};

/** Endpoints whose validation is tested beside their features. */
const ELSEWHERE =
  /^\/api\/(me(\/|$)|instance|outbox|setup(\/|-status|$)|admin\/|subscriptions\/|projects(\/:id)?$|projects\/:id\/events)/;
const isHere = (endpoint: Endpoint) => !ELSEWHERE.test(endpoint.path) || endpoint.id === 'exportMe';
/** One path for eight tools, each with fields of its own. */
const tools = Object.entries(TOOLS).map(([name, { input }]): Endpoint => ({
  ...callTool,
  id: name,
  path: `/api/projects/:projectId/tools/${name}`,
  params: z.strictObject({ projectId: callTool.params.shape.projectId }),
  body: input,
}));
/** Walked tool by tool; and one that takes nothing and makes a project, which others here must not find. */
const NOT_HERE = new Set(['callTool', 'loadExampleProject']);
const endpoints = [...ENDPOINTS.filter((endpoint) => isHere(endpoint) && !NOT_HERE.has(endpoint.id)), ...tools];

const NUL = 'a\0b';
const LONE = 'a\uD800b';
const WRONG_TYPE = { wrong: true };
const BAD_NUMBERS = ['-1', '0', '1.5', '1e300', '99999999999999999999', 'NaN', 'many', ''];
const BAD_LIMITS = [...BAD_NUMBERS, '1000000'];
const BAD_IDS = ['0', 'null', 'not-a-uuid', '%00', `${ID}x`, ID.replaceAll('-', ''), '..%2F..%2Fme', '%7B%7D'];

let server: TestServer;
let authorization: string;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  authorization = `Bearer ${await tokenFor(server, await addUser(server))}`;
});
afterAll(() => server.dispose());

interface Sent {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  raw?: string;
}

async function send(endpoint: Endpoint, sent: Sent) {
  const path = endpoint.path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => sent.params?.[name] ?? (name === 'version' ? '1' : ID),
  );
  const payload = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const answer = await server.http.inject({
    method: endpoint.method,
    url: sent.query === undefined ? path : `${path}?${sent.query}`,
    headers: {
      authorization,
      ...(endpoint.projectHeader ? { 'x-project-id': ID } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, failure: answer.json<FailureBody>() };
}

/** A case: the input, and the field the error must name; null where only the whole input can be named. */
interface Case {
  name: string;
  sent: Sent;
  at: string | null;
}

interface Field {
  name: string;
  isRequired: boolean;
  takesNull: boolean;
  takesText: boolean;
  max: number | undefined;
}

/** The constraints of each field, read from the contract's JSON schema. */
function fieldsOf(schema: z.ZodObject | undefined): Field[] {
  if (schema === undefined) return [];
  const required = new Set(z.toJSONSchema(schema, { io: 'input' }).required);
  return Object.entries(schema.shape).map(([name, field]) => {
    const json = z.toJSONSchema(field as z.ZodType, { io: 'output' });
    return {
      name,
      isRequired: required.has(name),
      takesNull: (field as z.ZodType).safeParse(null).success,
      takesText: json.type === 'string',
      max: json.maxLength,
    };
  });
}

function bodyCases(endpoint: Endpoint, body: Record<string, unknown>): Case[] {
  const put = (name: string, value: unknown) => ({ body: { ...body, [name]: value } });
  const deep = (name: string, open: string, close: string) => ({
    raw: JSON.stringify({ ...body, [name]: '@' }).replace('"@"', `${open.repeat(3_000)}1${close.repeat(3_000)}`),
  });
  const text = JSON.stringify(body);
  const whole: Case[] = [
    { name: 'an unknown field', sent: put('surprise', 1), at: '' },
    { name: 'a list instead of an object', sent: { body: [body] }, at: '' },
    { name: 'a text instead of an object', sent: { body: 'text' }, at: '' },
    { name: 'a number instead of an object', sent: { raw: '7' }, at: '' },
    { name: 'broken JSON', sent: { raw: text.slice(0, -1) }, at: null },
    { name: 'the key __proto__', sent: { raw: `{"__proto__":{"isAdmin":true},${text.slice(1)}` }, at: null },
    { name: 'the key constructor', sent: { raw: `{"constructor":{"prototype":{"x":1}},${text.slice(1)}` }, at: null },
    { name: 'a hidden key toString', sent: put('toString', 'x'), at: '' },
  ];
  const each = fieldsOf(endpoint.body).flatMap(({ name, isRequired, takesNull, takesText, max }): Case[] => [
    { name: `${name} of the wrong type`, sent: put(name, WRONG_TYPE), at: name },
    { name: `${name} as a list of lists`, sent: put(name, [[[]]]), at: name },
    { name: `${name} nested without end`, sent: deep(name, '[', ']'), at: name },
    { name: `${name} nested as objects without end`, sent: deep(name, '{"a":', '}'), at: name },
    { name: `${name} with NUL`, sent: put(name, NUL), at: name },
    { name: `${name} with half a character`, sent: put(name, LONE), at: name },
    { name: `${name} as a negative number`, sent: put(name, -1), at: name },
    ...(takesNull ? [] : [{ name: `${name} as null`, sent: put(name, null), at: name }]),
    ...(isRequired ? [{ name: `${name} left out`, sent: put(name, undefined), at: name }] : []),
    ...(isRequired && takesText ? [{ name: `${name} empty`, sent: put(name, ''), at: name }] : []),
    ...(takesText && max !== undefined && max < BODY_MAX_BYTES
      ? [{ name: `${name} too long`, sent: put(name, 'x'.repeat(max + 1)), at: name }]
      : []),
  ]);
  return [...whole, ...each];
}

function queryCases(endpoint: Endpoint, query: Record<string, string>): Case[] {
  const write = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const put = (name: string, value: string) => ({ query: write({ ...query, [name]: value }) });
  const whole: Case[] = [
    { name: 'an unknown parameter', sent: put('surprise', '1'), at: '' },
    { name: 'the parameter __proto__', sent: { query: `${write(query)}&__proto__=1` }, at: '' },
    { name: 'the parameter constructor', sent: put('constructor', '1'), at: '' },
  ];
  const each = fieldsOf(endpoint.query).flatMap(({ name, isRequired, takesText, max }): Case[] => [
    { name: `${name} twice`, sent: { query: `${write(query)}&${name}=${query[name]}` }, at: name },
    { name: `${name} with NUL`, sent: put(name, NUL), at: name },
    { name: `${name} as a list`, sent: { query: `${write(query)}&${name}[]=1` }, at: '' },
    ...(isRequired ? [{ name: `${name} left out`, sent: { query: '' }, at: name }] : []),
    ...(isRequired || !takesText ? [{ name: `${name} empty`, sent: put(name, ''), at: name }] : []),
    ...(max === undefined ? [] : [{ name: `${name} too long`, sent: put(name, 'x'.repeat(max + 1)), at: name }]),
    ...(takesText
      ? []
      : (name === 'limit' ? BAD_LIMITS : BAD_NUMBERS).map((bad) => ({
          name: `${name}=${bad}`,
          sent: put(name, bad),
          at: name,
        }))),
  ]);
  return [...whole, ...each];
}

function casesOf(endpoint: Endpoint): Case[] {
  const { query, body } = SAMPLES[endpoint.id] ?? {};
  const sound: Sent = {
    ...(query === undefined ? {} : { query: new URLSearchParams(query).toString() }),
    ...(body === undefined ? {} : { body }),
  };
  const ids = Object.keys(endpoint.params?.shape ?? {}).flatMap((name) =>
    BAD_IDS.map((bad) => ({ name: `${name} is ${bad}`, sent: { ...sound, params: { [name]: bad } }, at: name })),
  );
  const unasked: Case[] = [
    ...(body === undefined && endpoint.method !== 'GET'
      ? [{ name: 'a body', sent: { body: { a: 1 } }, at: 'body' }]
      : []),
    ...(query === undefined ? [{ name: 'a query', sent: { ...sound, query: 'a=1' }, at: 'query' }] : []),
  ];
  return [
    ...ids,
    ...unasked,
    ...(body === undefined ? [] : bodyCases(endpoint, body)),
    ...(query === undefined ? [] : queryCases(endpoint, query)),
  ];
}

test('every endpoint of the plan has a sound request here, and each is sound', async () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
  for (const endpoint of endpoints) {
    const { query, body, sound = 404 } = SAMPLES[endpoint.id] ?? {};
    const told = { ...(query && { query: new URLSearchParams(query).toString() }), ...(body && { body }) };
    const { status, failure } = await send(endpoint, told);
    expect([endpoint.id, status, failure.error]).toEqual([endpoint.id, sound, failure.error]);
    for (const part of ['query', 'body'] as const) {
      const shape = Object.keys(endpoint[part]?.shape ?? {});
      const given = Object.keys(SAMPLES[endpoint.id]?.[part] ?? {});
      // Mutually exclusive fields (two ways to name a place, a search or a part of the tree): one of them is enough.
      const missing = shape.filter(
        (name) => !given.includes(name) && !/^(task_list_id|parent_task_id|q|prd)$/.test(name),
      );
      expect([endpoint.id, part, missing]).toEqual([endpoint.id, part, []]);
    }
  }
});

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s refuses', (_id, endpoint) => {
  test('each wrong request with 400, the place and a sentence', async () => {
    const wrong: unknown[] = [];
    for (const { name, sent, at } of casesOf(endpoint)) {
      const { status, failure } = await send(endpoint, sent);
      const place = failure.issues?.[0]?.path;
      const isNamed = at === null || place === at || place?.startsWith(`${at}.`) === true;
      const isSentence = /\S \S.*\.$/.test(failure.error ?? '');
      if (status !== 400 || failure.errorType !== 'VALIDATION_ERROR' || !isNamed || !isSentence)
        wrong.push({ name, status, place, error: failure.error });
    }
    expect(wrong).toEqual([]);
  });
});

describe('fields that only make sense together', () => {
  const post = (id: string, body: object) => {
    const endpoint = endpoints.find((each) => each.id === id);
    if (endpoint === undefined) throw new Error(`no endpoint ${id}`);
    return send(endpoint, { body });
  };
  const refused: [string, string, object, string][] = [
    ['lines that end before they start', 'createTask', { title: 'x', prd_lines: { start: 3, end: 2 } }, 'prd_lines'],
    ['lines before the first', 'createTask', { title: 'x', prd_lines: { start: 0, end: 2 } }, 'prd_lines.start'],
    ['a list and a parent', 'createTask', { title: 'x', task_list_id: ID, parent_task_id: ID }, 'parent_task_id'],
    ['a list and a parent to move to', 'moveTask', { task_list_id: ID, parent_task_id: ID }, 'parent_task_id'],
    ['a title of blanks', 'createTask', { title: ' \n\t ' }, 'title'],
    ['a note of blanks', 'addNote', { type: 'OTHER', body: ' \n ' }, 'body'],
    ['a note of no known type', 'addNote', { type: 'finding', body: 'x' }, 'type'],
    ['no task to break down into', 'breakDownTask', { tasks: [] }, 'tasks'],
    [
      'more tasks than a call may add',
      'breakDownTask',
      { tasks: Array.from({ length: TASKS_PER_CALL_MAX + 1 }, () => ({ title: 'x' })) },
      'tasks',
    ],
    [
      'more checks than a task may have',
      'createTask',
      { title: 'x', checks: Array.from({ length: TASK_CHECKS_MAX + 1 }, () => ({ text: 'x' })) },
      'checks',
    ],
    ['an unknown field inside a list', 'breakDownTask', { tasks: [{ title: 'x' }, { title: 'y', id: ID }] }, 'tasks.1'],
    ['NUL deep inside', 'createTask', { title: 'x', checks: [{ text: NUL }] }, 'checks.0.text'],
    ['a time that is none', 'updateTask', { title: 'x', base_updated_at: 'yesterday' }, 'base_updated_at'],
    ['a baton that is only its number', 'renewBaton', { baton: 1 }, 'baton'],
    ['a baton that is only its number, as text', 'releaseBaton', { baton: '1' }, 'baton'],
    ['a baton with half a secret', 'finishTask', { baton: '1.abc', outcome: 'done' }, 'baton'],
    ['a baton with a number beyond all counting', 'renewBaton', { baton: `${'9'.repeat(16)}.aaaaaaaa` }, 'baton'],
    ['a baton with a sign', 'renewBaton', { baton: '-1.aaaaaaaa' }, 'baton'],
    [
      'a check before the first',
      'finishTask',
      { baton: TOKEN, outcome: 'done', checks: [{ n: 0, seen: 'x' }] },
      'checks.0.n',
    ],
    [
      'a check that nobody saw',
      'finishTask',
      { baton: TOKEN, outcome: 'done', checks: [{ n: 1, seen: ' ' }] },
      'checks.0.seen',
    ],
    ['a commit that is none', 'finishTask', { baton: TOKEN, outcome: 'done', commit: '$(rm)' }, 'commit'],
    [
      'six options',
      'finishTask',
      { baton: TOKEN, outcome: 'ask', question: 'x', options: Array.from({ length: 6 }, () => 'x') },
      'options',
    ],
    [
      'two options that are preferred',
      'finishTask',
      { baton: TOKEN, outcome: 'ask', question: 'x', options: ['a', 'b'].map((label) => ({ label, preferred: true })) },
      'options',
    ],
    ['an answer of nothing', 'answerQuestion', { text: ' ' }, 'text'],
    ['an option before the first', 'answerQuestion', { option: 0 }, 'option'],
    ['an option that the agent shall choose', 'answerQuestion', { option: 1, decide: true }, 'decide'],
    ['an end that is none', 'finishTask', { baton: TOKEN, outcome: 'wip', summary: 'x' }, 'outcome'],
    ['a file without a name', 'finishTask', { baton: TOKEN, outcome: 'done', summary: 'x', files: [''] }, 'files.0'],
    ['a block without a reason', 'updateTask', { blocked_reason: '' }, 'blocked_reason'],
    ['an op that is none', 'plan_edit', { ops: [{ op: 'destroy', id: 'T1' }] }, 'ops.0.op'],
    ['an op with a field nobody knows', 'plan_edit', { ops: [{ op: 'remove', id: 'T1', sure: true }] }, 'ops.0'],
    ['no op at all', 'plan_edit', { ops: [] }, 'ops'],
    ['NUL in an op', 'plan_edit', { ops: [{ op: 'add', title: NUL }] }, 'ops.0.title'],
    ['nothing to import', 'importProject', { content: '' }, 'content'],
    ['something else to import', 'importProject', { content: 'x', format: 'csv' }, 'format'],
  ];
  test.each(refused)('%s', async (_name, id, body, at) => {
    const { status, failure } = await post(id, body);
    expect([status, failure.errorType, failure.issues?.[0]?.path]).toEqual([400, 'VALIDATION_ERROR', at]);
    expect(failure.error).toMatch(new RegExp(`^${at.replaceAll('.', '\\.')}: .+\\.$`));
  });

  test.each(['{', '[]', 'null', '{"tasks":', 'PK\u0003\u0004', '{"format":"baton"}', '---\n---', '{"tasks":{"a":1}}'])(
    'an import of %j is refused, and nothing is made',
    async (content) => {
      const { status, failure } = await post('importProject', { content });
      expect([status, failure.errorType]).toEqual([400, 'VALIDATION_ERROR']);
      const { rows } = await server.database.pool.query('select 1 from projects');
      expect(rows).toEqual([]);
    },
  );
});

test('bytes in an address that are no text are never an error of ours', async () => {
  for (const path of [
    '/api/projects/%ED%A0%80/plan',
    `/api/projects/${ID}/search?q=%ED%A0%80`,
    `/api/tasks/${'x'.repeat(9_000)}`,
  ]) {
    const answer = await server.http.inject({ url: path, headers: { authorization } });
    expect([path, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([path, true]);
  }
});
