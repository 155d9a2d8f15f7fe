import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateApiKey } from '#server/auth/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { setSettings } from '#test/mcp-call.ts';
import { addMcpFixtures } from '#test/mcp-fixtures.ts';
import { type KeyProxy, startKeyProxy } from '#test/mcp-key-proxy.ts';

/** The suite is a command-line program; its package exports nothing. */
const require = createRequire(import.meta.url);
const SUITE = join(dirname(require.resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');
const LEFT_OUT = join(import.meta.dirname, '../../../test/mcp-left-out.yaml');

let server: TestServer;
let proxy: KeyProxy;
let directory: string;
beforeAll(async () => {
  server = await startTestServer({ extendMcp: addMcpFixtures });
  await setSettings(server, { maxRequestsPerMinute: 100_000 });
  const user = await addUser(server);
  const { apiKey } = await generateApiKey(user.ctx);
  const project = await createProject(user.ctx, { name: 'Conformance' });
  const url = await server.http.listen({ port: 0, host: '127.0.0.1' });
  proxy = await startKeyProxy(url, { authorization: `Bearer ${apiKey}`, 'x-project-id': project.id });
  directory = await mkdtemp(join(tmpdir(), 'conformance-'));
});
afterAll(async () => {
  await proxy.close();
  await server.dispose();
  await rm(directory, { recursive: true });
});

interface Verdict {
  code: number;
  said: string;
}

function runSuite(...options: string[]): Promise<Verdict> {
  const args = [SUITE, 'server', '--url', `${proxy.url}/mcp`, ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: directory, maxBuffer: 64 << 20 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` }),
    );
  });
}

/** The suite's summary: one line per scenario, and the number of checks. */
const summaryOf = ({ said }: Verdict) => said.slice(said.indexOf('=== SUMMARY ==='));

async function listOf(...scenarios: string[]): Promise<string> {
  const path = join(directory, `${scenarios.join('-')}.yaml`);
  await writeFile(path, JSON.stringify({ server: scenarios }));
  return path;
}

test.each(['2026-07-28', '2025-11-25'])(
  'revision %s is served as its conformance suite requires, but for the scenarios that are named',
  { timeout: 120_000 },
  async (revision) => {
    const verdict = await runSuite('--requirements', revision, '--expected-failures', LEFT_OUT);
    const summary = summaryOf(verdict);
    console.log(`Conformance with ${revision}\n${summary}`);
    expect(verdict.code, summary).toBe(0);
    const leftOut = [...summary.matchAll(/^ {2}~ (\S+)$/gm)].map(([, name]) => name);
    expect(leftOut).toEqual(
      revision === '2026-07-28'
        ? []
        : [
            'tools-call-sampling',
            'tools-call-elicitation',
            'elicitation-sep1034-defaults',
            'elicitation-sep1330-enums',
          ],
    );
  },
);

test('a scenario that is left out and passes fails the run', async () => {
  const stale = await runSuite('--scenario', 'ping', '--expected-failures', await listOf('ping'));
  expect(stale.code).toBe(1);
  expect(stale.said).toContain('Baseline is stale');
});

test('a scenario that fails and is not left out fails the run', async () => {
  const failed = await runSuite('--scenario', 'tools-call-sampling', '--expected-failures', await listOf('ping'));
  expect(failed.code).toBe(1);
  expect(failed.said).toContain('Unexpected failures');
});
