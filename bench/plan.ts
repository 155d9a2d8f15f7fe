import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import pg from 'pg';
import type { Plan } from '#contract/plan.ts';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { type ServerProcess, freePort, startProcess } from '#test/server-process.ts';
import { countCalls } from './count-calls.ts';
import { TASKS_PER_PROJECT, addStrangers, fillProjects } from './fill-store.ts';
import { type Call, type Result, drive } from './load.ts';

const SIZES = [100, 10_000, 100_000];
const ROUNDS = 3;
const LOAD = { connections: 4, requests: 300 };
const LARGE_PROJECT = 10_000;

/** Allowed growth from the smallest to the largest store. */
const LIMITS: Record<string, number> = {
  'list projects': 1.5,
  'read plan': 1.5,
  'set status': 1.5,
  'add note': 1.5,
  search: 3,
};

interface Store {
  tasks: number;
  server: ServerProcess;
  client: ApiClient;
  databaseUrl: string;
  userId: string;
  projectId: string;
  /** Unfinished leaf tasks. */
  leaves: string[];
}

/**
 * The cost of calls in a project of 100 tasks, alone and among the 10,000 and 100,000 tasks of other accounts. A server and
 * database per size, interleaved, so that load affects all of them.
 */
export async function comparePlanCalls(directory: string): Promise<void> {
  const running: ServerProcess[] = [];
  const stores: Store[] = [];
  try {
    for (const tasks of SIZES) stores.push(await openStore(join(directory, `store-${tasks}`), tasks, running));
    const best = await measure(stores);
    const statements = await countCalls(stores[0] ?? fail('there is no store'));
    report(best, statements);
    await reportLargeProject(stores[0] ?? fail('there is no store'));
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

async function openStore(directory: string, tasks: number, running: ServerProcess[]): Promise<Store> {
  const server = await startProcess('src/server/main.ts', ['serve'], {
    BATON_DATA: directory,
    BATON_LOG_LEVEL: 'warn',
    BATON_REQUESTS_PER_MINUTE: '0',
    PORT: String(await freePort()),
  });
  running.push(server);
  const client = await ApiClient.signUp(server.url, 'plan@example.com');
  const { data: project } = await client.createProject('Parcels');
  const databaseUrl = await openDataDirectory(directory).databaseUrl();
  await withClient(databaseUrl, async (database) => {
    await addStrangers(database, tasks / TASKS_PER_PROJECT - 1);
    await fillProjects(database);
  });
  const { data: plan } = await client.call<Plan>('GET', `/api/projects/${project.id}/plan`);
  const leaves = plan.tasks.filter((task) => task.level === 1 && task.status === 'open').map((task) => task.id);
  return { tasks, server, client, databaseUrl, userId: client.userId, projectId: project.id, leaves };
}

/** Calls by name, generated per request, because setting an unchanged status is cheaper. */
const CALLS: Record<string, (store: Store, count: number) => Call> = {
  'list projects': () => ({ method: 'GET', path: '/api/projects' }),
  'read plan': ({ projectId }) => ({ method: 'GET', path: `/api/projects/${projectId}/plan` }),
  'set status': ({ leaves }, count) => ({
    method: 'PATCH',
    path: `/api/tasks/${leaves[count % leaves.length]}`,
    body: { status: Math.floor(count / leaves.length) % 2 === 0 ? 'done' : 'open' },
  }),
  'add note': ({ projectId, leaves }, count) => ({
    method: 'POST',
    path: `/api/projects/${projectId}/notes`,
    body: {
      type: 'PROGRESS',
      body: `Step ${count}: the label printer answers again.`,
      task_id: leaves[count % leaves.length],
    },
  }),
  search: ({ projectId }, count) => ({
    method: 'GET',
    path: `/api/projects/${projectId}/search?q=${['parcel+label', 'customs', 'step+14', 'signatur'][count % 4]}`,
  }),
};

type Best = Record<string, Map<number, Result>>;

async function measure(stores: readonly Store[]): Promise<Best> {
  const best: Best = Object.fromEntries(Object.keys(CALLS).map((name) => [name, new Map()]));
  const sent = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, call] of Object.entries(CALLS))
      for (const store of stores) {
        const key = `${name} ${store.tasks}`;
        const next = () => {
          const count = sent.get(key) ?? 0;
          sent.set(key, count + 1);
          return call(store, count);
        };
        const headers = { authorization: `Bearer ${await store.client.renewToken()}` };
        const result = await drive({ url: store.server.url, headers, next, ...LOAD });
        if ((best[name]?.get(store.tasks)?.perSecond ?? 0) < result.perSecond) best[name]?.set(store.tasks, result);
      }
  return best;
}

function report(best: Best, statements: Record<string, number>): void {
  const cells = (name: string, all: string[]) => name.padEnd(13) + all.map((cell) => cell.padStart(15)).join('');
  const heads = SIZES.map((size) => size.toLocaleString('en-US'));
  console.log(`\nms a call in a project of ${TASKS_PER_PROJECT} tasks, best of ${ROUNDS}, by tasks in the store`);
  console.log(cells('', [...heads, 'largest/least', 'limit', 'statements']));
  for (const [name, results] of Object.entries(best)) {
    const costs = SIZES.map((size) => 1_000 / (results.get(size)?.perSecond ?? Number.NaN));
    const growth = (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN);
    const limit = LIMITS[name] ?? 1;
    const shown = [...costs.map((cost) => cost.toFixed(2)), growth.toFixed(2), limit.toFixed(1)];
    console.log(cells(name, [...shown, String(statements[name] ?? '?')]));
    if (growth <= limit) continue;
    console.error(`${name} costs ${growth.toFixed(2)} times as much in the largest store; ${limit} is the limit.`);
    process.exitCode = 1;
  }
}

/** Informational, without a goal. */
async function reportLargeProject({ databaseUrl, userId, client, server }: Store): Promise<void> {
  const projectId = await withClient(databaseUrl, async (database) => {
    const { rows } = await database.query<{ id: string }>(
      `insert into projects (id, user_id, name) values (gen_random_uuid(), $1, 'Large') returning id`,
      [userId],
    );
    await fillProjects(database, LARGE_PROJECT);
    return rows[0]?.id ?? fail('the large project was not made');
  });
  const headers = { authorization: `Bearer ${await client.renewToken()}`, 'accept-encoding': 'identity' };
  const times: number[] = [];
  let text = '';
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    text = await (await fetch(`${server.url}/api/projects/${projectId}/plan`, { headers })).text();
    times.push(performance.now() - began);
  }
  const [first = 0, ...later] = times.map((time) => Math.round(time));
  const size = `${(text.length / 1e6).toFixed(1)} MB, gzipped ${(gzipSync(text).length / 1e6).toFixed(1)} MB`;
  console.log(
    `\nA project of ${LARGE_PROJECT.toLocaleString('en-US')} tasks: read in ${first} ms, then ${later.join(' and ')} ms; ${size}`,
  );
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function fail(message: string): never {
  throw new Error(message);
}
