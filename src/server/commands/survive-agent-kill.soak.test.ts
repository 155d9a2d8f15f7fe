import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { type Agent, NoAnswer, callRest, callTool } from '#test/agent-calls.ts';
import { raiseLimits } from '#test/agent-instance.ts';
import { ApiClient } from '#test/api-client.ts';
import { type DataDirectory, createDataDirectory } from '#test/data-directory.ts';
import { killWhileWriting, listKills } from '#test/kill-while-writing.ts';
import { findPlanFaults } from '#test/plan-faults.ts';
import { type Env, type ServerProcess, freePort, startServer } from '#test/server-process.ts';
import { soak } from '#test/soak.ts';

const ROUNDS = soak(6);
const ANSWERS = 40;
const LANES = ['rest-1', 'rest-2', 'mcp-1', 'mcp-2'];

/** What a client knows of its own task: the last acknowledged status, and the one requested since. */
interface Known {
  number: number;
  id: Id;
  sure: string;
  asked?: string;
}

const known = new Map<string, Known>();
const notes = new Set<string>();
let written = 0;
let highestFence = 0;
let rounds = 0;
let env: Env = {};
let data: DataDirectory;
let server: ServerProcess;
let url = '';
let projectId: Id;
let apiKey = '';

beforeAll(async () => {
  data = await createDataDirectory();
  const port = String(await freePort());
  env = { BATON_DATA: data.path, BATON_REQUESTS_PER_MINUTE: '0', BATON_LOG_LEVEL: 'warn', PORT: port };
  url = `http://127.0.0.1:${port}`;
  server = await startServer(env);
  await raiseLimits(data);
  const person = await ApiClient.signUp(server.url, 'owner@example.com');
  ({ apiKey } = (await person.call<NewApiKey>('POST', '/api/auth/api-key')).data);
  projectId = (await person.createProject('Written in')).data.id;
  await data.query('update projects set baton_slots = $1', [LANES.length]);
  for (const lane of LANES) {
    const { data: task } = await person.call<Task>('POST', `/api/projects/${projectId}/tasks`, { title: lane });
    known.set(lane, { id: task.id, number: task.number, sure: 'open' });
  }
});

afterAll(async () => {
  await server.kill();
  await data.remove();
});

const taskOf = (lane: string): Known => {
  const task = known.get(lane);
  if (task === undefined) throw new Error(`${lane} has no task`);
  return task;
};

/** Requests a status, and records it as acknowledged when the answer arrives. */
async function confirm<T>(lane: string, status: string, ask: () => Promise<T>): Promise<T> {
  const { id, number, sure } = taskOf(lane);
  known.set(lane, { id, number, sure, asked: status });
  const answer = await ask();
  known.set(lane, { id, number, sure: status });
  return answer;
}

/** Claims, annotates, finishes and reopens one task in a loop, until the server no longer answers. */
async function writeUntilKilled(lane: string, answered: () => void): Promise<void> {
  const agent: Agent = { key: apiKey, name: lane };
  const { id } = taskOf(lane);
  const speaks = lane.startsWith('mcp') ? speakMcp(agent, taskOf(lane).number) : speakRest(agent, id);
  try {
    for (;;) {
      await confirm(lane, 'open', () => putBack(agent, id));
      answered();
      const token = await confirm(lane, 'wip', speaks.claim);
      const fence = Number(token.split('.')[0]);
      expect(fence).toBeGreaterThan(0);
      highestFence = Math.max(highestFence, fence);
      answered();
      for (let count = 0; count < 2; count += 1) {
        written += 1;
        const body = `Note ${written} of ${lane}`;
        await speaks.note(body);
        notes.add(body);
        answered();
      }
      await confirm(lane, 'done', () => speaks.finish(token));
      answered();
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
}

/**
 * A client that was cut off does not know whether its last claim committed: it takes over what it held, and reopens it.
 */
async function putBack(agent: Agent, id: Id): Promise<void> {
  const { status, failure } = await callRest(url, agent, ['PATCH', `/api/tasks/${id}`], { status: 'open' });
  if (status === 200) return;
  expect(failure?.errorType).toBe('LOCK_HELD');
  const resumed = { takeover: true, reason: 'resumed' };
  const claim = (await expectOk(callRest(url, agent, ['POST', `/api/tasks/${id}/claim`], resumed))) as Held;
  highestFence = Math.max(highestFence, Number(claim.token.split('.')[0]));
  await expectOk(callRest(url, agent, ['POST', `/api/tasks/${id}/release`], { baton: claim.token }));
}

interface Held {
  token: string;
}

interface Speech {
  claim(): Promise<string>;
  note(body: string): Promise<void>;
  finish(token: string): Promise<void>;
}

async function expectOk(asked: ReturnType<typeof callRest>): Promise<unknown> {
  const { status, data: answer, failure } = await asked;
  expect([200, 201], JSON.stringify(failure)).toContain(status);
  return answer;
}

function speakRest(agent: Agent, id: Id): Speech {
  const post = (path: string, body: object) => expectOk(callRest(url, agent, ['POST', path], body));
  return {
    async claim() {
      const { token } = (await post(`/api/tasks/${id}/claim`, {})) as Held;
      return token;
    },
    async note(body) {
      await post(`/api/projects/${projectId}/notes`, { type: 'PROGRESS', body, task_id: id });
    },
    async finish(token) {
      await post(`/api/tasks/${id}/finish`, { baton: token, outcome: 'done', summary: 'It is done.' });
    },
  };
}

function speakMcp(agent: Agent, number: number): Speech {
  const call = async (tool: string, args: object) => {
    const { isError, text } = await callTool(url, agent, projectId, tool, args);
    expect({ isError, text }).toMatchObject({ isError: false });
    return text;
  };
  return {
    claim: async () => /baton (\d+\.\w+),/.exec(await call('task_claim', { id: `T${number}` }))?.[1] ?? '',
    note: async (body) => void (await call('note', { type: 'progress', body, task: `T${number}` })),
    finish: async (token) =>
      void (await call('task_finish', { id: `T${number}`, baton: token, outcome: 'done', summary: 'It is done.' })),
  };
}

/** Durability: every acknowledged status is there, or the one requested since. */
async function compareStatuses(): Promise<void> {
  const rows = await data.query<{ id: string; status: string }>('select id, status from tasks');
  const found = new Map(rows.map(({ id, status }) => [id, status]));
  for (const [lane, { id, number, sure, asked }] of known) {
    const status = found.get(id) ?? 'gone';
    expect([sure, asked ?? sure], lane).toContain(status);
    known.set(lane, { id, number, sure: status });
  }
}

/** Every acknowledged note is there exactly once, and besides them at most one per client and round. */
async function compareNotes(): Promise<void> {
  const rows = await data.query<{ body: string }>(`select body from notes where body like 'Note %'`);
  const found = rows.map(({ body }) => body);
  expect(new Set(found).size).toBe(found.length);
  expect([...notes].filter((body) => !found.includes(body))).toEqual([]);
  expect(found.length - notes.size).toBeLessThanOrEqual(LANES.length * rounds);
}

async function compareFences(): Promise<void> {
  const [project] = await data.query<{ last: number }>('select last_fence::int as last from projects');
  expect(project?.last).toBeGreaterThanOrEqual(highestFence);
}

describe('kill -9 while agents write loses nothing that was confirmed', () => {
  test.for(listKills(ROUNDS))('round $round: $victim', async ({ databaseToo }) => {
    const writers = LANES.map((lane) => (answered: () => void) => writeUntilKilled(lane, answered));
    await killWhileWriting(writers, { server, data, databaseToo, afterAnswers: ANSWERS });
    rounds += 1;
    server = await startServer(env);
    await compareStatuses();
    await compareNotes();
    await compareFences();
    expect(await findPlanFaults({ query: async (sql) => ({ rows: await data.query(sql) }) })).toEqual([]);
  });
});
