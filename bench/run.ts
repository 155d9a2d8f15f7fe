import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startProcess } from '#test/server-process.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { type Result, drive, repeat } from './load.ts';
import { firstRouteScript } from './script-size.ts';
import { memoryMb } from './memory.ts';
import { signUpForBench } from './sign-up.ts';

const WEB = join(import.meta.dirname, '../dist/web');
const SCRIPT_LIMIT_KB = 150;
const ROUNDS = 3;
const LOAD = { connections: 16, requests: 4_000 };

/**
 * What Baton costs, as ratios to something measured in the same run: absolute times say more about the machine than
 * about the program. Rounds alternate, and the best of each is compared, so that a busy moment hits all alike.
 */
async function main(): Promise<void> {
  await buildWeb((line) => console.log(line));
  const data = mkdtempSync(join(tmpdir(), 'baton-bench-'));
  const env = {
    BATON_DATA: join(data, 'data'),
    BATON_LOG_LEVEL: 'warn',
    BATON_REQUESTS_PER_MINUTE: '0',
    PORT: String(await freePort()),
  };
  try {
    const first = await startProcess('src/server/main.ts', ['serve'], env);
    await first.stop();
    const server = await startProcess('src/server/main.ts', ['serve'], env);
    const bare = await startProcess('bench/bare-server.ts', [], {});
    console.log(
      `\nStart          first ${seconds(first.startMs)}, later ${seconds(server.startMs)}; bare Fastify ${seconds(bare.startMs)} (later start ${ratio(server.startMs, bare.startMs)} of it)`,
    );
    const rest = memoryMb(server.pid);
    const bareRest = memoryMb(bare.pid);
    if (rest !== undefined && bareRest !== undefined)
      console.log(
        `Memory at rest ${rest.toFixed(0)} MB; bare Fastify ${bareRest.toFixed(0)} MB (${ratio(rest, bareRest)})`,
      );
    await compareRoutes(server.url, bare.url, env.BATON_DATA);
    reportScript();
    await Promise.all([server.stop(), bare.stop()]);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function compareRoutes(url: string, bareUrl: string, dataDirectory: string): Promise<void> {
  const { token, databaseUrl, userId } = await signUpForBench(url, dataDirectory);
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
    'GET /api/projects': () =>
      drive({ url: `${url}/api/projects`, headers: { authorization: `Bearer ${token}` }, ...LOAD }),
  };
  const best: Record<string, Result> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, measure] of Object.entries(measures)) {
      const result = await measure();
      if ((best[name]?.perSecond ?? 0) < result.perSecond) best[name] = result;
    }
  }
  await pool.end();
  console.log(
    `\n${'best of three rounds'.padEnd(20)}${['req/s', 'p50 ms', 'p99 ms', 'of bare route', 'of bare statement'].map((head) => head.padStart(18)).join('')}`,
  );
  for (const [name, { perSecond, p50, p99 }] of Object.entries(best)) {
    const cells = [
      perSecond.toFixed(0),
      p50.toFixed(2),
      p99.toFixed(2),
      ratio(perSecond, best['bare route']?.perSecond ?? 0),
      ratio(perSecond, best['bare statement']?.perSecond ?? 0),
    ];
    console.log(`${name.padEnd(20)}${cells.map((cell) => cell.padStart(18)).join('')}`);
  }
}

function reportScript(): void {
  const sizes = firstRouteScript(WEB, ['landing', 'login', 'projects']);
  console.log(
    `\nScript (gzip)  ${Object.entries(sizes)
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

await main();
