import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { NewApiKey } from '#contract/api-key.ts';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { freePort, startProcess } from '#test/server-process.ts';
import { fillProjects } from './fill-store.ts';
import { measureLanes, once } from './load.ts';

/**
 * A CPU profile of the server while an agent calls a tool over MCP: `node bench/profile-door.ts [tool] [calls]`. With
 * task_claim every claim is also finished, and both count as calls.
 */
const CALLS = Number(process.argv[3] ?? 4_000);
const TASKS = 3_000;
/** Lets background indexing finish, which is not measured. */
const SETTLE_MS = 15_000;

/** Attributes a sample by its file, or the nearest frame above it of ours or of a library. First match wins. */
const PIECES: readonly (readonly [string, RegExp])[] = [
  ['protocol SDK', /@modelcontextprotocol/],
  ['zod', /node_modules\/zod/],
  ['Web Request and Response', /internal\/deps\/undici|internal\/webstreams/],
  ['Fastify', /node_modules\/(fastify|find-my-way|avvio|@fastify|light-my-request|secure-json|fast-|ret|rfdc)/],
  ['driver (pg, drizzle)', /node_modules\/(pg|drizzle-orm|postgres)|platform\/db\//],
  ['metrics', /node_modules\/prom-client|platform\/metrics/],
  ['log line', /node_modules\/(pino|sonic-boom|thread-stream)|platform\/log/],
  ['key', /server\/auth\//],
  ['limits', /agent\/(arrive|allowance|spend|lend|borrow)|agent\/allowances\//],
  ['call log', /agent\/(call-log|record-sightings)|plan\/baton\/renew/],
  ['answer', /agent\/(tools\/|rules|run-tool|call-tool)|server\/(plan|notes|prd|engine|projects)\//],
  ['door', /server\/agent\//],
  ['headers, errors, turns', /server\/platform\//],
  ['node: http, net, streams', /^node:/],
];

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};
const nowUs = () => Number(process.hrtime.bigint() / 1_000n);

/** Each call names another task, except for edits, which toggle one task. */
function argumentsOf(tool: string, count: number): object {
  const id = `T${11 + ((count * 37) % (TASKS - 11))}`;
  switch (tool) {
    case 'task_get':
      return { id };
    case 'note':
      return { type: 'progress', body: 'The printer answers again.', task: id };
    case 'plan_edit':
      return { ops: [{ op: 'update', id: `T${TASKS - 20}`, status: count % 2 === 1 ? 'done' : 'open' }] };
    default:
      return {};
  }
}

async function main(tool: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'baton-profile-'));
  const agent = new Agent({ keepAlive: true });
  const server = await startProcess('src/server/main.ts', ['serve'], {
    BATON_DATA: join(directory, 'data'),
    BATON_LOG_LEVEL: 'info',
    BATON_REQUESTS_PER_MINUTE: '0',
    PORT: String(await freePort()),
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${directory} --cpu-prof-interval=250`,
  });
  try {
    const client = await ApiClient.signUp(server.url, 'profile@example.com');
    const { data } = await client.call<NewApiKey>('POST', '/api/auth/api-key');
    const database = new pg.Client({
      connectionString: await openDataDirectory(join(directory, 'data')).databaseUrl(),
    });
    await database.connect();
    await database.query(
      'update system_settings set mcp_tool_calls_per_hour = 100000000, max_requests_per_minute = 10000000, max_tasks_per_project = 100000',
    );
    const { data: project } = await client.createProject('Parcels');
    await fillProjects(database, TASKS);
    await database.end();
    const headers = {
      authorization: `Bearer ${data.apiKey}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    };
    const post = (name: string, args: object) => {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      return once(server.url, headers, agent, { method: 'POST', path: `/mcp/${project.id}`, body });
    };
    let count = 0;
    const call = async (time: <T>(work: Promise<T>) => Promise<T>) => {
      const answer = await time(post(tool, argumentsOf(tool, (count += 1))));
      if (tool !== 'task_claim') return;
      const [, id, baton] = /Yours: (T\d+), baton (\d+\.\w+)/.exec(JSON.stringify(answer)) ?? [];
      await time(post('task_finish', { id, baton, outcome: 'done', summary: 'Printed and checked.' }));
    };
    const steps = tool === 'task_claim' ? CALLS / 2 : CALLS;
    await setTimeout(SETTLE_MS);
    await measureLanes(1, Math.min(steps, 300), (_, time) => call(time));
    const [from, cpu] = [nowUs(), cpuMs(server.pid)];
    const result = await measureLanes(1, steps, (_, time) => call(time));
    const [to, spent] = [nowUs(), cpuMs(server.pid) - cpu];
    agent.destroy();
    await server.stop();
    console.log(
      `\n${tool}, ${CALLS} calls one at a time: p50 ${result.p50.toFixed(2)} ms, CPU ${(spent / CALLS).toFixed(3)} ms a call\n`,
    );
    report(directory, from, to);
  } finally {
    agent.destroy();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function report(directory: string, from: number, to: number): void {
  const profiles = readdirSync(directory)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Profile)
    .toSorted((a, b) => b.samples.length - a.samples.length);
  const [profile] = profiles;
  if (profile === undefined) throw new Error('there is no profile');
  const pieceOf = pieces(profile);
  const sums = new Map<string, number>();
  let at = profile.startTime;
  for (const [place, id] of profile.samples.entries()) {
    const delta = profile.timeDeltas[place] ?? 0;
    at += delta;
    if (at < from || at > to) continue;
    const piece = pieceOf.get(id) ?? 'other';
    sums.set(piece, (sums.get(piece) ?? 0) + delta);
  }
  console.log('| Piece | µs of a call |\n|---|---|');
  for (const [piece, us] of [...sums].toSorted((a, b) => b[1] - a[1]))
    if (piece !== '(idle)') console.log(`| ${piece} | ${(us / CALLS).toFixed(0)} |`);
}

/** The category of each node of the call tree. */
function pieces({ nodes }: Profile): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map<number, string>();
  const walk = (id: number, inherited: string) => {
    const node = byId.get(id);
    if (node === undefined) return;
    const { functionName, url } = node.callFrame;
    const own = functionName.startsWith('(')
      ? functionName === '(root)'
        ? inherited
        : functionName
      : (PIECES.find(([, pattern]) => pattern.test(url))?.[0] ?? inherited);
    found.set(id, own);
    for (const child of node.children ?? []) walk(child, own);
  };
  const [root] = nodes;
  if (root !== undefined) walk(root.id, 'other');
  return found;
}

await main(process.argv[2] ?? 'task_get');
