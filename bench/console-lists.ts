import { Agent } from 'node:http';
import { join } from 'node:path';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { type ServerProcess, freePort, startProcess } from '#test/server-process.ts';
import { LARGE_CONSOLE, SMALL_CONSOLE, type ConsoleSize, fillConsole } from './fill-console.ts';
import { once } from './load.ts';

const REPEATS = 60;
/** Warm-up: the first executions of a statement are planned, and read uncached pages. */
const WARM_UP = 10;
const LIMIT = 1.5;
/** The dashboard sums striped counters, of which there are more where more connections write. */
const DASHBOARD_LIMIT = 2;

/** First pages that an administrator waits for, whose cost must not grow with the instance. */
const LISTS: Record<string, string> = {
  users: '/api/admin/users',
  'users active': '/api/admin/users?status=active',
  'users suspended': '/api/admin/users?status=suspended',
  'users, rare part': '/api/admin/users?search=3fd5360e',
  'users, common part': '/api/admin/users?search=example.com',
  'users, plain part': '/api/admin/users?search=-77@example.com',
  'errors unresolved': '/api/admin/dashboard/errors?resolved=false',
  activity: '/api/admin/logs',
  'activity errors': '/api/admin/logs?status=errors',
  audit: '/api/admin/audit',
};

const DASHBOARD: Record<string, string> = {
  metrics: '/api/admin/dashboard/metrics',
  charts: '/api/admin/dashboard/charts',
};

interface Store {
  server: ServerProcess;
  client: ApiClient;
  agent: Agent;
}

/** The console's first pages in a small and a large instance, interleaved, so that load affects both. */
export async function compareConsoleLists(directory: string): Promise<void> {
  const running: ServerProcess[] = [];
  const agent = new Agent({ keepAlive: true });
  try {
    const small = await openStore(join(directory, 'console-small'), SMALL_CONSOLE, agent, running);
    const large = await openStore(join(directory, 'console-large'), LARGE_CONSOLE, agent, running);
    console.log(`\nms a page of the console, median of ${REPEATS}, by size of the instance`);
    console.log(row('', ['small', 'large', 'large/small', 'limit']));
    for (const [name, path] of Object.entries(LISTS)) report(name, await compare([small, large], path), LIMIT);
    for (const [name, path] of Object.entries(DASHBOARD))
      report(name, await compare([small, large], path), DASHBOARD_LIMIT);
  } finally {
    agent.destroy();
    await Promise.all(running.map((server) => server.stop()));
  }
}

async function openStore(directory: string, size: ConsoleSize, agent: Agent, running: ServerProcess[]): Promise<Store> {
  const server = await startProcess('src/server/main.ts', ['serve'], {
    BATON_DATA: directory,
    BATON_LOG_LEVEL: 'warn',
    BATON_REQUESTS_PER_MINUTE: '0',
    PORT: String(await freePort()),
  });
  running.push(server);
  // The first account becomes administrator.
  const client = await ApiClient.signUp(server.url, 'admin@bench.test');
  await fillConsole(await openDataDirectory(directory).databaseUrl(), size);
  return { server, client, agent };
}

async function compare(stores: readonly [Store, Store], path: string): Promise<[number, number]> {
  const tokens = await Promise.all(stores.map(({ client }) => client.renewToken()));
  const times: [number[], number[]] = [[], []];
  for (let count = 0; count < WARM_UP + REPEATS; count += 1)
    for (const index of [0, 1] as const) {
      const { server, agent } = stores[index];
      const began = performance.now();
      await once(server.url, { authorization: `Bearer ${tokens[index]}` }, agent, { method: 'GET', path });
      if (count >= WARM_UP) times[index].push(performance.now() - began);
    }
  return [median(times[0]), median(times[1])];
}

function report(name: string, [small, large]: [number, number], limit: number): void {
  const growth = large / small;
  console.log(row(name, [small.toFixed(2), large.toFixed(2), growth.toFixed(2), limit.toFixed(1)]));
  if (growth <= limit) return;
  console.error(`${name} costs ${growth.toFixed(2)} times as much in the large instance; ${limit} is the limit.`);
  process.exitCode = 1;
}

const row = (name: string, cells: string[]) => name.padEnd(19) + cells.map((cell) => cell.padStart(13)).join('');

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
