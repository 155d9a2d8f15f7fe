import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { callRest, callTool } from '#test/agent-calls.ts';
import { type AgentInstance, startAgentInstance } from '#test/agent-instance.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import type { LockProject } from '#test/lock-calls.ts';

// Generous timeouts: these tests start and stop whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Claimed {
  baton: { fence: number };
  token: string;
  handover: { holder: string; reason: string } | null;
}

let database: TestDatabase;
let instance: AgentInstance;
let url = '';
let project: LockProject;
/** The fencing number that the late agent got for T1. */
let fence = 0;
let token = '';

beforeAll(async () => {
  database = await createTestDatabase();
  instance = await startAgentInstance(database.url, 1);
  url = instance.servers[0]?.url ?? '';
});
afterAll(async () => {
  await instance.dispose();
  await database.drop();
});
beforeEach(async () => {
  project = await instance.addProject({ tasks: 1 });
  const { data } = await claim('late');
  fence = data.baton.fence;
  token = data.token;
});

const at = (action: string) => ['POST', `/api/tasks/${project.taskIds[0]}/${action}`] as const;
const byRest = <T = unknown>(name: string, route: readonly [string, string], body: object) =>
  callRest<T>(url, instance.agent(name), route, body);
const byTool = (name: string, tool: string, args: object) =>
  callTool(url, instance.agent(name), project.id, tool, args);
const claim = (name: string, more: object = {}) => byRest<Claimed>(name, at('claim'), more);
const setStatus = (name: string, status: string) =>
  byRest(name, ['PATCH', `/api/tasks/${project.taskIds[0]}`], { status });
const late = () => ({ baton: token, outcome: 'done', summary: 'Too late now.' });
const runOut = () =>
  instance.pool.query(`update batons set expires_at = now() - interval '1 second' where project_id = $1`, [project.id]);

/** The task, the baton, and the feed's last number. */
async function readState() {
  const { rows } = await instance.pool.query(
    `select t.status, t.updated_at, b.fence::int, b.holder ->> 'name' as holder, b.expires_at, f.seq::int,
       (select count(*)::int from notes n where n.project_id = t.project_id) as notes
     from tasks t left join batons b on b.task_id = t.id join feed_heads f on f.scope = 'project:' || t.project_id
     where t.project_id = $1`,
    [project.id],
  );
  return rows;
}

async function restRefusal(answer: ReturnType<typeof byRest>): Promise<string> {
  const { status, failure } = await answer;
  return `${status} ${failure.errorType}: ${failure.error}`;
}

async function toolRefusal(answer: ReturnType<typeof byTool>): Promise<string> {
  const { isError, text } = await answer;
  return isError ? `409 ${text}` : `200 ${text}`;
}

/** Every call a holder can send with its baton token. */
const NUMBERED: Record<string, () => Promise<string>> = {
  'a finish over REST': () => restRefusal(byRest('late', at('finish'), late())),
  'a renewal over REST': () => restRefusal(byRest('late', at('renew'), { baton: token })),
  'a release over REST': () => restRefusal(byRest('late', at('release'), { baton: token })),
  'a finish over MCP': () => toolRefusal(byTool('late', 'task_finish', { id: 'T1', ...late() })),
  'a finish over MCP that would go on': () =>
    toolRefusal(byTool('late', 'task_finish', { id: 'T1', ...late(), claim_next: true })),
};

/** A change of status without a token, as people and older clients send it. */
const UNNUMBERED: Record<string, () => Promise<string>> = {
  'a status over REST': () => restRefusal(setStatus('late', 'done')),
  'a status over MCP': () => toolRefusal(byTool('late', 'update_task', { task_id: 'T1', status: 'done' })),
  'an edit over MCP': () =>
    toolRefusal(byTool('late', 'plan_edit', { ops: [{ op: 'update', id: 'T1', status: 'done' }] })),
};

async function expectRefused(write: () => Promise<string>, wanted: RegExp): Promise<void> {
  const before = await readState();
  expect(await write()).toMatch(wanted);
  expect(await readState()).toEqual(before);
}

describe('an agent whose lease has run out', () => {
  beforeEach(runOut);

  test.for(Object.entries({ ...NUMBERED, ...UNNUMBERED }))('is refused %s, and nothing has changed', ([, write]) =>
    expectRefused(
      write,
      /^409 STALE_LOCK: (.*: )?Baton \d+ for T1 ran out at \d\d:\d\d UTC\. Nothing was changed: claim T1 again/,
    ),
  );

  test('may still leave a note', async () => {
    const note = { type: 'FINDING', body: 'It leaks.', task_id: project.taskIds[0] };
    expect(await byRest('late', ['POST', `/api/projects/${project.id}/notes`], note)).toMatchObject({ status: 201 });
    expect(await byTool('late', 'note', { type: 'finding', body: 'Still.', task: 'T1' })).toMatchObject({
      isError: false,
    });
    expect(await readState()).toMatchObject([{ status: 'wip', fence, holder: 'late' }]);
  });

  test('is not kept alive by its calls', async () => {
    await byTool('late', 'orient', {});
    await byTool('late', 'task_get', { id: 'T1' });
    expect(await byRest('late', at('renew'), { baton: token })).toMatchObject({ status: 409 });
    expect(await claim('next')).toMatchObject({ status: 200, data: { handover: { holder: 'late' } } });
  });

  test('claims again under a new number, and the old one stays refused', async () => {
    const again = await claim('late');
    expect(again.data.baton.fence).toBe(fence + 1);
    for (const write of Object.values(NUMBERED)) expect(await write()).toMatch(/^409 STALE_LOCK: /);
    expect(await byRest('late', at('finish'), { ...late(), baton: again.data.token })).toMatchObject({ status: 200 });
  });

  test('leaves its task to whoever asks for the next one, also when nothing else is ready', async () => {
    const next = await byRest<Claimed>('next', ['POST', `/api/projects/${project.id}/claim`], {});
    expect(next).toMatchObject({
      status: 200,
      data: { baton: { fence: fence + 1 }, handover: { holder: 'late', reason: 'The lease ran out.' } },
    });
    await runOut();
    const tool = await byTool('third', 'task_claim', {});
    expect(tool).toMatchObject({ isError: false, text: expect.stringMatching(/^Yours: T1, baton \d+\.\w+,/) });
  });
});

describe('an agent whose baton was taken over', () => {
  beforeEach(async () => {
    expect(await claim('taker', { takeover: true, reason: 'It stood still.' })).toMatchObject({ status: 200 });
  });

  test.for(Object.entries(NUMBERED))('is refused %s, and nothing has changed', ([, write]) =>
    expectRefused(
      write,
      /^409 STALE_LOCK: [\s\S]*Baton \d+ for T1 is not yours, or no longer: taker holds it now\. Nothing was changed\.$/,
    ),
  );
  test.for(Object.entries(UNNUMBERED))('is refused %s too, and nothing has changed', ([, write]) =>
    expectRefused(write, /^409 LOCK_HELD: [\s\S]*taker holds T1 since \d\d:\d\d UTC\./),
  );

  test('is told by its next tool call who took it and why, once', async () => {
    const told = 'ended by taker: It stood still.';
    expect(await NUMBERED['a finish over MCP']?.()).toContain(told);
    expect(await NUMBERED['a finish over MCP']?.()).not.toContain(told);
  });
});

describe('an agent whose baton a person has taken away', () => {
  beforeEach(async () => {
    const answer = await instance.person.call('POST', `/api/tasks/${project.taskIds[0]}/release`, {
      reason: 'Not now.',
    });
    expect(answer.status).toBe(200);
  });

  test.for(Object.entries(NUMBERED))('is refused %s, and nothing has changed', ([, write]) =>
    expectRefused(
      write,
      /^409 STALE_LOCK: [\s\S]*Baton \d+ for T1 is not yours, or no longer: nobody holds it now\. Nothing was changed\.$/,
    ),
  );
});

test('an agent whose lease has run out and was taken is refused with the old number after every change of hands', async () => {
  await runOut();
  const next = await claim('next');
  expect(next).toMatchObject({ status: 200, data: { handover: { holder: 'late', reason: 'The lease ran out.' } } });
  for (const write of Object.values(NUMBERED))
    expect(await write()).toMatch(/^409 STALE_LOCK: [\s\S]*next holds it now/);
  await byRest('next', at('release'), { baton: next.data.token });
  for (const write of Object.values(NUMBERED))
    expect(await write()).toMatch(/^409 STALE_LOCK: [\s\S]*nobody holds it now/);
  await claim('late');
  for (const write of Object.values(NUMBERED))
    expect(await write()).toMatch(/^409 STALE_LOCK: [\s\S]*late holds it now/);
});
