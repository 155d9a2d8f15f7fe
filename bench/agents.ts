import { Agent } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import type { NewApiKey } from '#contract/api-key.ts';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { type ServerProcess, freePort, startProcess } from '#test/server-process.ts';
import { fillProjects } from './fill-store.ts';
import { type Result, measureLanes, once } from './load.ts';

const SIZES = [100, 1_000, 10_000];
const LANES = [1, 8];
const STEPS = { 1: 50, 8: 7 } as Record<number, number>;
const ROUNDS = 3;
/** How many times the sum of a bare round trip and a bare statement a call may take, and how much more in a large plan. */
const COST_LIMIT = 4;
const GROWTH_LIMIT = 1.3;

interface Store {
  url: string;
  key: string;
  database: pg.Pool;
  projects: Map<number, string>;
}

type Step = (lane: number, time: <T>(work: Promise<T>) => Promise<T>) => Promise<void>;

/** What the agents' calls cost in time and in tokens, in plans of three sizes. */
export async function compareAgentCalls(directory: string): Promise<void> {
  const running: ServerProcess[] = [];
  let store: Store | undefined;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  try {
    const bare = await startProcess('bench/bare-server.ts', [], {});
    running.push(bare);
    store = await openStore(join(directory, 'agents'), running);
    await reportTokens(store, agent);
    for (const lanes of LANES) await compare(store, bare.url, agent, lanes);
  } finally {
    agent.destroy();
    await store?.database.end();
    await Promise.all(running.map((server) => server.stop()));
  }
}

async function openStore(directory: string, running: ServerProcess[]): Promise<Store> {
  const server = await startProcess('src/server/main.ts', ['serve'], {
    BATON_DATA: directory,
    BATON_LOG_LEVEL: 'warn',
    BATON_REQUESTS_PER_MINUTE: '0',
    PORT: String(await freePort()),
  });
  running.push(server);
  const client = await ApiClient.signUp(server.url, 'agents@example.com');
  const { data } = await client.call<NewApiKey>('POST', '/api/auth/api-key');
  const database = new pg.Pool({ connectionString: await openDataDirectory(directory).databaseUrl(), max: 8 });
  await database.query(
    'update system_settings set mcp_tool_calls_per_hour = 100000000, max_requests_per_minute = 10000000, max_tasks_per_project = 100000',
  );
  await database.query(`insert into user_subscriptions (user_id, tier_id) values ($1, 'pro')`, [client.userId]);
  const projects = new Map<number, string>();
  const filling = new pg.Client({ connectionString: await openDataDirectory(directory).databaseUrl() });
  await filling.connect();
  for (const size of SIZES) {
    const { data: project } = await client.createProject(`${size} tasks`);
    await filling.query('update projects set baton_slots = 16 where id = $1', [project.id]);
    await fillProjects(filling, size);
    projects.set(size, project.id);
  }
  await filling.end();
  return { url: server.url, key: data.apiKey, database, projects };
}

const idOf = (store: Store, size: number) => store.projects.get(size) ?? '';

/** One call of a tool over MCP, as a client of today sends it; gives the text an agent reads. */
async function callTool(store: Store, agent: Agent, size: number, lane: number, name: string, args: object) {
  const headers = {
    authorization: `Bearer ${store.key}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
    'x-agent-name': `lane-${lane}`,
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const answer = await once(store.url, headers, agent, { method: 'POST', path: `/mcp/${idOf(store, size)}`, body });
  const { result } = JSON.parse(answer) as { result?: { content: { text: string }[]; isError?: boolean } };
  const text = result?.content[0]?.text ?? '';
  if (result === undefined || result.isError === true) throw new Error(`${name} failed: ${text || answer}`);
  return text;
}

const batonIn = (text: string) => ({
  id: /^Yours: (T\d+)/m.exec(text)?.[1],
  baton: /baton (\d+\.\w+)/.exec(text)?.[1],
});

function steps(store: Store, agent: Agent, size: number): Record<string, Step> {
  const call = (lane: number, name: string, args: object) => callTool(store, agent, size, lane, name, args);
  let count = 0;
  const someTask = () => `T${11 + ((count += 1) % (size - 11))}`;
  const finish = (lane: number, text: string) =>
    call(lane, 'task_finish', {
      ...batonIn(text),
      outcome: 'done',
      summary: 'Printed and checked.',
      evidence: 'It prints.',
    });
  return {
    orient: async (lane, time) => void (await time(call(lane, 'orient', {}))),
    task_get: async (lane, time) => void (await time(call(lane, 'task_get', { id: someTask() }))),
    note: async (lane, time) =>
      void (await time(call(lane, 'note', { type: 'progress', body: 'The printer answers again.', task: someTask() }))),
    task_claim: async (lane, time) => {
      const claimed = await time(call(lane, 'task_claim', {}));
      await finish(lane, claimed);
    },
    task_finish: async (lane, time) => {
      const claimed = await call(lane, 'task_claim', {});
      await time(finish(lane, claimed));
    },
  };
}

/** Puts back what the last round finished, so that every round has the same plan before it. */
const reopen = (store: Store) =>
  store.database.query(`update tasks set status = 'open', is_completed = false, completed_at = null
    where status = 'done' and (level = 0 or (order_in_parent / 1024) % 3 <> 0)`);

async function compare(store: Store, bareUrl: string, agent: Agent, lanes: number): Promise<void> {
  const count = STEPS[lanes] ?? 10;
  const best = new Map<string, Result>();
  const keep = (name: string, result: Result) => {
    const known = best.get(name);
    if (known === undefined || result.p50 < known.p50) best.set(name, result);
  };
  const statement = { name: 'bare', text: 'select id, title from tasks where project_id = $1 and number = $2' };
  const values = [idOf(store, SIZES[0] ?? 0), 20];
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'bare', arguments: {} } };
  const accept = { accept: 'application/json, text/event-stream' };
  for (let round = 0; round < ROUNDS; round += 1) {
    const bareRoute = { method: 'POST', path: '/bare', body };
    keep(
      'bare route',
      await measureLanes(lanes, count * 5, async (_, time) => void (await time(once(bareUrl, {}, agent, bareRoute)))),
    );
    keep(
      'bare statement',
      await measureLanes(
        lanes,
        count * 5,
        async (_, time) => void (await time(store.database.query({ ...statement, values }))),
      ),
    );
    const bareMcp = { method: 'POST', path: '/mcp', body };
    keep(
      'bare SDK tool',
      await measureLanes(lanes, count * 3, async (_, time) => void (await time(once(bareUrl, accept, agent, bareMcp)))),
    );
    for (const size of SIZES)
      for (const [name, step] of Object.entries(steps(store, agent, size))) {
        await reopen(store);
        keep(`${name} ${size}`, await measureLanes(lanes, count, step));
      }
  }
  report(best, lanes);
}

function report(best: Map<string, Result>, lanes: number): void {
  const of = (name: string) => best.get(name) ?? { perSecond: Number.NaN, p50: Number.NaN, p99: Number.NaN };
  const sum = of('bare route').p50 + of('bare statement').p50;
  const cells = (name: string, all: string[]) => name.padEnd(16) + all.map((cell) => cell.padStart(12)).join('');
  console.log(
    `\nAgents' calls over MCP, ${lanes} in flight, best of ${ROUNDS}; x is p50 to bare route + bare statement (limit ${COST_LIMIT})`,
  );
  console.log(cells('', ['calls/s', 'p50 ms', 'p99 ms', 'x']));
  for (const name of ['bare route', 'bare statement', 'bare SDK tool']) {
    const { perSecond, p50, p99 } = of(name);
    console.log(cells(name, [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), (p50 / sum).toFixed(2)]));
  }
  for (const name of ['orient', 'task_get', 'note', 'task_claim', 'task_finish']) {
    for (const size of SIZES) {
      const { perSecond, p50, p99 } = of(`${name} ${size}`);
      console.log(
        cells(`${name} ${size}`, [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), (p50 / sum).toFixed(2)]),
      );
    }
    const growth = of(`${name} ${SIZES.at(-1)}`).p50 / of(`${name} ${SIZES[0]}`).p50;
    const cost = of(`${name} ${SIZES[1]}`).p50 / sum;
    console.log(
      cells('', [
        `growth ${growth.toFixed(2)} (limit ${GROWTH_LIMIT})${cost > COST_LIMIT ? `; over the limit of ${COST_LIMIT} times` : ''}`,
      ]),
    );
    if (growth > GROWTH_LIMIT) process.exitCode = 1;
  }
}

/** What an agent pays for, in bytes and in tokens of four. */
async function reportTokens(store: Store, agent: Agent): Promise<void> {
  const size = SIZES[1] ?? 0;
  const call = (name: string, args: object) => callTool(store, agent, size, 0, name, args);
  const headers = { authorization: `Bearer ${store.key}`, accept: 'application/json, text/event-stream' };
  const list = await once(store.url, headers, agent, {
    method: 'POST',
    path: `/mcp/${idOf(store, size)}`,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  });
  const { result } = JSON.parse(list) as { result: { tools: unknown[] } };
  const receipts: [string, string][] = [['tools/list', JSON.stringify(result.tools)]];
  const pay = async (label: string, name: string, args: object) => {
    const text = await call(name, args);
    receipts.push([label, text]);
    return text;
  };
  await pay('orient', 'orient', {});
  await pay('orient since=900', 'orient', { since: 900 });
  await pay('plan_read', 'plan_read', {});
  await pay('plan_read ready', 'plan_read', { status: 'ready' });
  await pay('plan_read q', 'plan_read', { q: 'label printer' });
  await pay('task_get', 'task_get', { id: 'T500' });
  await pay('note', 'note', { type: 'finding', body: 'The scale rounds up.', task: 'T500' });
  const claimed = await pay('task_claim', 'task_claim', {});
  await pay('task_finish', 'task_finish', { ...batonIn(claimed), outcome: 'release', summary: 'Not done today.' });
  await pay('plan_edit', 'plan_edit', { ops: [{ op: 'add', title: 'Weigh twice', parent: 'T3' }], dry_run: true });
  await pay('checkpoint save', 'checkpoint', { action: 'save', name: 'Before the weekend' });
  console.log(`\nTokens (bytes / 4) of an answer, project of ${size.toLocaleString('en-US')} tasks`);
  for (const [label, text] of receipts) {
    const bytes = Buffer.byteLength(text);
    console.log(
      `${label.padEnd(18)}${String(bytes).padStart(7)} bytes ${String(Math.ceil(bytes / 4)).padStart(6)} tokens`,
    );
  }
}
