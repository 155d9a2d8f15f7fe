import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import type { NewApiKey } from '#contract/api-key.ts';
import { ApiClient } from '#test/api-client.ts';
import { openDataDirectory } from '#test/data-directory.ts';
import { type ServerProcess, freePort, startProcess } from '#test/server-process.ts';
import { processCpuMs } from './process-cpu.ts';
import { type Heard, type WatcherOrder, type WatcherWord, monotonicMs } from './watcher-process.ts';

const MANY = 200;
const PROCESSES = 2;
const CHANGES = 200;
const PAUSE_MS = 20;
/** Wait after the last change: an event that has not arrived by then fails the run. */
const SETTLE_MS = 1_000;
const LATENCY_LIMIT_MS = 250;
/** Allowed ratio to a bare server's cost of writing the same bytes to as many additional connections. */
const GROWTH_LIMIT = 1.5;

interface Watched {
  server: ServerProcess;
  stream: string;
  headers: Record<string, string>;
  /** Makes one change, and resolves when it is answered. */
  change: (count: number) => Promise<unknown>;
}

interface Measured {
  cpuMs: number;
  /** From the call that makes a change to each watcher's receipt, commit included. */
  latencies: number[];
  /** Bytes per change and watcher. */
  bytes: number;
}

/** Latency and cost of 200 watchers of one project, relative to a bare server that writes the same bytes to as many. */
export async function compareWatchers(directory: string): Promise<void> {
  const running: ServerProcess[] = [];
  try {
    const baton = await openBaton(join(directory, 'watchers'), running);
    const one = await measure(baton, 1);
    const bare = await openBare(running, one.bytes);
    const bareOne = await measure(bare, 1);
    report({ one, many: await measure(baton, MANY) }, { one: bareOne, many: await measure(bare, MANY) });
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

async function openBaton(directory: string, running: ServerProcess[]): Promise<Watched> {
  const server = await startProcess('src/server/main.ts', ['serve'], {
    BATON_DATA: directory,
    BATON_LOG_LEVEL: 'warn',
    BATON_REQUESTS_PER_MINUTE: '0',
    PORT: String(await freePort()),
  });
  running.push(server);
  const client = await ApiClient.signUp(server.url, 'watchers@example.com');
  const { data: project } = await client.createProject('Watched');
  const { data } = await client.call<NewApiKey>('POST', '/api/auth/api-key');
  const headers = { 'x-user-api-key': data.apiKey };
  await raiseLimits(await openDataDirectory(directory).databaseUrl());
  return {
    server,
    stream: `${server.url}/api/projects/${project.id}/events`,
    headers: { authorization: `Bearer ${await client.renewToken()}` },
    change: (count) => post(`${server.url}/api/projects/${project.id}/notes`, noteOf(count), headers),
  };
}

async function raiseLimits(connectionString: string): Promise<void> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  await database.query(
    'update system_settings set mcp_tool_calls_per_hour = 100000000, max_requests_per_minute = 10000000',
  );
  await database.end();
}

async function openBare(running: ServerProcess[], bytes: number): Promise<Watched> {
  const server = await startProcess('bench/bare-stream.ts', [], {});
  running.push(server);
  const without = Buffer.byteLength(
    `id: 100\nevent: change\ndata: ${JSON.stringify({ ...noteOf(100), padding: '' })}\n\n`,
  );
  const padding = 'x'.repeat(Math.max(0, Math.round(bytes) - without));
  const told = (count: number) => ({ ...noteOf(count), padding });
  return { server, stream: server.url, headers: {}, change: (count) => post(server.url, told(count), {}) };
}

const noteOf = (count: number) => ({ type: 'PROGRESS', body: `Step ${count}: the label printer answers again.` });

async function post(url: string, body: object, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`a change was answered ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

async function measure({ server, stream, headers, change }: Watched, watchers: number): Promise<Measured> {
  const processes = Math.min(watchers, PROCESSES);
  const children = await Promise.all(
    Array.from({ length: processes }, () => openWatchers(stream, headers, watchers / processes)),
  );
  try {
    for (let count = 0; count < CHANGES / 10; count += 1) await change(count);
    await pause(SETTLE_MS);
    await Promise.all(children.map(collect));
    const before = processCpuMs(server.pid);
    const sent: number[] = [];
    for (let count = 0; count < CHANGES; count += 1) {
      sent.push(monotonicMs());
      await change(count);
      await pause(PAUSE_MS);
    }
    await pause(SETTLE_MS);
    const used = processCpuMs(server.pid) - before;
    const all = await Promise.all(children.map(collect));
    const heard = all.flatMap((each) => each.heard);
    const bytes = all.reduce((sum, each) => sum + each.bytes, 0) / CHANGES / watchers;
    return { cpuMs: used / CHANGES, latencies: latenciesOf(heard, sent, watchers), bytes };
  } finally {
    for (const child of children) child.kill();
  }
}

/** Numbers are consecutive: the n-th number received is of the n-th change. */
function latenciesOf(heard: readonly [number, number][], sent: readonly number[], watchers: number): number[] {
  if (heard.length !== sent.length * watchers)
    throw new Error(`${heard.length} were heard, not ${sent.length} by each of ${watchers}`);
  const first = Math.min(...heard.map(([seq]) => seq));
  return heard.map(([seq, at]) => at - (sent[seq - first] ?? at)).toSorted((a, b) => a - b);
}

async function openWatchers(open: string, headers: Record<string, string>, count: number): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'watcher-process.ts'));
  child.send({ open, headers, count } satisfies WatcherOrder);
  await once(child, 'message');
  return child;
}

async function collect(child: ChildProcess): Promise<Heard> {
  child.send({ report: true } satisfies WatcherOrder);
  const [word] = (await once(child, 'message')) as [WatcherWord];
  return 'heard' in word ? word : { heard: [], bytes: 0 };
}

function report(baton: { one: Measured; many: Measured }, bare: { one: Measured; many: Measured }): void {
  const at = ({ latencies }: Measured, share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? NaN;
  const line = (name: string, { one, many }: typeof baton) =>
    console.log(
      `${name.padEnd(12)}${[at(many, 0.5), at(many, 0.99), one.cpuMs, many.cpuMs].map((cell) => cell.toFixed(2).padStart(12)).join('')}${many.bytes.toFixed(0).padStart(12)}`,
    );
  console.log(
    `\n${MANY} watchers of one project: ms from a change's call to each of them, and the server's CPU per change`,
  );
  console.log(
    `${''.padEnd(12)}${['p50', 'p99', 'CPU, 1', `CPU, ${MANY}`, 'bytes each'].map((head) => head.padStart(12)).join('')}`,
  );
  line('Baton', baton);
  line('bare server', bare);
  const late = at(baton.many, 0.99);
  const growth = (baton.many.cpuMs - baton.one.cpuMs) / (bare.many.cpuMs - bare.one.cpuMs);
  console.log(
    `p99 ${late.toFixed(0)} ms, limit ${LATENCY_LIMIT_MS}; CPU grows ${growth.toFixed(2)} times as much as a bare server's, limit ${GROWTH_LIMIT}`,
  );
  if (late <= LATENCY_LIMIT_MS && growth <= GROWTH_LIMIT) return;
  console.error('Watchers cost more, or hear later, than they may.');
  process.exitCode = 1;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
