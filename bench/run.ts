import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDataDirectory } from '#test/data-directory.ts';
import { type Env, type ServerProcess, freePort, startProcess } from '#test/server-process.ts';
import { buildServer } from '../scripts/build-server.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { reportCliStart } from './cli-start.ts';
import { compareAgentCalls, glanceAtAgentCalls } from './agents.ts';
import { compareConsoleLists } from './console-lists.ts';
import { comparePlanning } from './engine.ts';
import { measureLargeProject } from './large.ts';
import { compareInstances } from './large-instance.ts';
import { leanEnv } from './lean-env.ts';
import { type Result, drive, repeat } from './load.ts';
import { measureMemoryAtRest } from './memory-at-rest.ts';
import { memoryMb, residentMb } from './memory.ts';
import { comparePlanCalls } from './plan.ts';
import { measurePlanSize } from './plan-size.ts';
import { firstRouteScript } from './script-size.ts';
import { compareSearches } from './search.ts';
import { signUpForBench } from './sign-up.ts';
import { compareWatchers } from './watchers.ts';

const WEB = join(import.meta.dirname, '../dist/web');
const SCRIPT_LIMIT_KB = 150;
const ROUNDS = 3;
const LOAD = { connections: 16, requests: 4_000 };

/** Each can be run alone, as `npm run bench -- console`; `npm run bench -- all` runs all of them. */
const PARTS: Record<string, (directory: string, options: readonly string[]) => Promise<void>> = {
  plan: comparePlanCalls,
  agents: compareAgentCalls,
  memory: measureMemoryAtRest,
  search: compareSearches,
  watchers: compareWatchers,
  size: measurePlanSize,
  console: compareConsoleLists,
  engine: comparePlanning,
  large: measureLargeProject,
  instance: compareInstances,
};

/**
 * Measures ratios within one run: absolute times say more about the machine. Rounds are interleaved, so that load
 * affects all alike.
 */
async function main([asked, ...options]: string[]): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  try {
    if (asked === undefined) await glance(data);
    else if (asked === 'all') await measureAll(data);
    else await partOf(asked)(data, options);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function partOf(asked: string) {
  const part = Object.hasOwn(PARTS, asked) ? PARTS[asked] : undefined;
  if (part === undefined) throw new Error(`the parts are ${Object.keys(PARTS).join(', ')}, and all`);
  return part;
}

/** The figures a change is most likely to hurt, in a few minutes. */
async function glance(data: string): Promise<void> {
  await measureServer(data);
  await glanceAtAgentCalls(data);
  reportScript();
  await reportCliStart();
}

async function measureAll(data: string): Promise<void> {
  await measureServer(data);
  for (const [name, part] of Object.entries(PARTS)) if (name !== 'instance') await part(data, []);
  reportScript();
  await reportCliStart();
}

/** Start-up, memory and the cheapest calls. */
async function measureServer(data: string): Promise<void> {
  await buildWeb((line) => console.log(line));
  const main = await buildServer((line) => console.log(line));
  const env = {
    ...leanEnv(),
    BATON_DATA: join(data, 'data'),
    BATON_LOG_LEVEL: 'warn',
    BATON_REQUESTS_PER_MINUTE: '0',
    PORT: String(await freePort()),
  };
  const running: ServerProcess[] = [];
  const start = async (script: string, args: string[], settings: Env) => {
    const started = await startProcess(script, args, settings);
    running.push(started);
    return started;
  };
  try {
    const first = await start(main, ['serve'], env);
    await first.stop();
    const server = await start(main, ['serve'], env);
    const bare = await start('bench/bare-server.ts', [], {});
    reportStart(first, server, bare);
    await reportMemory(server, bare, env.BATON_DATA);
    await compareRoutes(server.url, bare.url, env.BATON_DATA);
  } finally {
    await Promise.all(running.map((started) => started.stop()));
  }
}

function reportStart(first: ServerProcess, later: ServerProcess, bare: ServerProcess): void {
  const times = `first ${seconds(first.startMs)}, later ${seconds(later.startMs)}; bare Fastify ${seconds(bare.startMs)}`;
  console.log(`\nStart           ${times}; later is ${ratio(later.startMs, bare.startMs)} times the bare one`);
}

async function reportMemory(server: ServerProcess, bare: ServerProcess, dataDirectory: string): Promise<void> {
  const [ours, theirs] = [memoryMb([server.pid]), memoryMb([bare.pid])];
  const resident = residentMb(server.pid);
  if (ours === undefined || theirs === undefined || resident === undefined) return;
  const database = memoryMb(await openDataDirectory(dataDirectory).databaseProcesses());
  const beside = database === undefined ? '' : `, its database ${database.toFixed(0)} MB`;
  const compared = `bare Fastify ${theirs.toFixed(0)} MB; the server is ${ratio(ours, theirs)} times the bare one`;
  console.log(
    `Memory at start server ${ours.toFixed(0)} MB (${resident.toFixed(0)} MB resident)${beside}; ${compared}`,
  );
}

async function compareRoutes(url: string, bareUrl: string, dataDirectory: string): Promise<void> {
  const { freshToken, databaseUrl, userId } = await signUpForBench(url, dataDirectory);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: LOAD.connections });
  const statement = {
    name: 'bare',
    text: 'select id, name from projects where user_id = $1 and deleted_at is null',
    values: [userId],
  };
  const measures: Record<string, () => Promise<Result>> = {
    'bare route': () => drive({ url: `${bareUrl}/bare`, ...LOAD }),
    'bare statement': () => repeat(() => pool.query(statement), LOAD),
    'GET /healthz': () => drive({ url: `${url}/healthz`, ...LOAD }),
    'GET /api/projects': async () =>
      drive({ url: `${url}/api/projects`, headers: { authorization: `Bearer ${await freshToken()}` }, ...LOAD }),
  };
  const best: Record<string, Result> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, measure] of Object.entries(measures)) {
      const result = await measure();
      if ((best[name]?.perSecond ?? 0) < result.perSecond) best[name] = result;
    }
  }
  await pool.end();
  reportRoutes(best);
}

function reportRoutes(best: Record<string, Result>): void {
  const heads = ['req/s', 'p50 ms', 'p99 ms', 'x bare route', 'x bare statement'];
  console.log(`\n${row('Best of three', heads)}`);
  const of = (name: string) => best[name]?.perSecond ?? 0;
  for (const [name, { perSecond, p50, p99 }] of Object.entries(best)) {
    const compared = [ratio(perSecond, of('bare route')), ratio(perSecond, of('bare statement'))];
    console.log(row(name, [perSecond.toFixed(0), p50.toFixed(2), p99.toFixed(2), ...compared]));
  }
}

const row = (name: string, cells: string[]) => name.padEnd(19) + cells.map((cell) => cell.padStart(17)).join('');

function reportScript(): void {
  const sizes = firstRouteScript(WEB, ['landing', 'login', 'projects']);
  console.log(
    `\nScript (gzip)   ${Object.entries(sizes)
      .map(([screen, kb]) => `${screen} ${kb.toFixed(1)} KB`)
      .join(', ')}; limit for the first route ${SCRIPT_LIMIT_KB} KB`,
  );
  if ((sizes['landing'] ?? 0) > SCRIPT_LIMIT_KB) {
    console.error('The first route loads more script than it may.');
    process.exitCode = 1;
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
const ratio = (value: number, base: number) => (value / base).toFixed(2);

await main(process.argv.slice(2));
