import { Agent } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import type { NewApiKey } from '#contract/api-key.ts';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { type ServerProcess, freePort, startProcess } from '#test/server-process.ts';
import { fillProjects } from './fill-store.ts';
import { type Result, measureLanes, once } from './load.ts';
import { waitUntilRead } from './wait-until-read.ts';

const SIZES = [100, 1_000, 10_000];
const ROUNDS = 3;
const CALLS = 60;
const LIMIT_MS = 3;
const GROWTH_LIMIT = 1.3;
/** A frequent word, two of them, a rare one beside a frequent one, a prefix, a path, and a miss. */
const SEARCHES = ['customs', 'parcel label', 'step 14', 'signatur', 'src/parcels/step-14.ts', 'zebra'];

/** The cost of an agent's search in projects of growing size, with two notes per task. */
export async function compareSearches(directory: string): Promise<void> {
  const data = join(directory, 'search');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let server: ServerProcess | undefined;
  let database: pg.Client | undefined;
  try {
    server = await startProcess('src/server/main.ts', ['serve'], {
      BATON_DATA: data,
      BATON_LOG_LEVEL: 'warn',
      BATON_REQUESTS_PER_MINUTE: '0',
      PORT: String(await freePort()),
    });
    const client = await ApiClient.signUp(server.url, 'search@example.com');
    const { data: key } = await client.call<NewApiKey>('POST', '/api/auth/api-key');
    database = new pg.Client({ connectionString: await openDataDirectory(data).databaseUrl() });
    await database.connect();
    await database.query(
      'update system_settings set mcp_tool_calls_per_hour = 100000000, max_tasks_per_project = 100000',
    );
    await database.query(`insert into user_subscriptions (user_id, tier_id) values ($1, 'pro')`, [client.userId]);
    const projects = new Map<number, string>();
    for (const size of SIZES) {
      const { data: project } = await client.createProject(`${size} tasks`);
      await fillProjects(database, size);
      projects.set(size, project.id);
    }
    await waitUntilRead(database);
    const headers = { authorization: `Bearer ${key.apiKey}`, accept: 'application/json, text/event-stream' };
    const best = new Map<string, Result>();
    for (let round = 0; round < ROUNDS; round += 1)
      for (const q of SEARCHES)
        for (const [size, id] of projects) {
          const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'plan_read', arguments: { q } } };
          const call = { method: 'POST', path: `/mcp/${id}`, body };
          const { url } = server;
          const result = await measureLanes(
            1,
            CALLS,
            async (_, time) => void (await time(once(url, headers, agent, call))),
          );
          const known = best.get(`${q} ${size}`);
          if (known === undefined || result.p50 < known.p50) best.set(`${q} ${size}`, result);
        }
    report(best);
  } finally {
    agent.destroy();
    await database?.end();
    await server?.stop();
  }
}

function report(best: Map<string, Result>): void {
  const cells = (name: string, all: string[]) => name.padEnd(26) + all.map((cell) => cell.padStart(10)).join('');
  console.log(
    `\nSearch over MCP, p50 ms by tasks in the project, best of ${ROUNDS} (limits ${LIMIT_MS} ms, growth ${GROWTH_LIMIT})`,
  );
  console.log(cells('', [...SIZES.map((size) => size.toLocaleString('en-US')), 'growth']));
  for (const q of SEARCHES) {
    const costs = SIZES.map((size) => best.get(`${q} ${size}`)?.p50 ?? Number.NaN);
    const growth = (costs.at(-1) ?? Number.NaN) / (costs[1] ?? Number.NaN);
    const isOver = growth > GROWTH_LIMIT || Math.max(...costs) > LIMIT_MS;
    console.log(
      cells(q, [...costs.map((cost) => cost.toFixed(2)), growth.toFixed(2)]) + (isOver ? '  over the limit' : ''),
    );
    if (isOver) process.exitCode = 1;
  }
}
