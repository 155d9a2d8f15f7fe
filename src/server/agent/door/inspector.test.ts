import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { TOOL_NAMES } from '#contract/tool-names.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const require = createRequire(import.meta.url);
const INSPECTOR = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);

let server: TestServer;
let url: string;
let apiKey: string;
let project: Id;
let home: string;
beforeAll(async () => {
  server = await startTestServer();
  const user = await addUser(server);
  ({ apiKey } = await generateApiKey(user.ctx));
  project = (await createProject(user.ctx, { name: 'Inspected' })).id;
  await createTask(user.ctx, { id: project, title: 'Lay the keel' });
  url = await server.http.listen({ port: 0, host: '127.0.0.1' });
  home = await mkdtemp(join(tmpdir(), 'inspector-'));
});
afterAll(async () => {
  await server.dispose();
  await rm(home, { recursive: true });
});

/**
 * Runs one command of the inspector with a temporary HOME, so that it neither reads nor writes files of this machine.
 */
function inspect(era: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = [
    INSPECTOR,
    '--cli',
    `${url}/mcp`,
    '--transport',
    'http',
    '--protocol-era',
    era,
    '--header',
    `Authorization: Bearer ${apiKey}`,
    '--header',
    `x-project-id: ${project}`,
    '--stored-auth-only',
    '--format',
    'json',
    '--quiet',
    ...args,
  ];
  const env = { PATH: process.env['PATH'], HOME: home };
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: home, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

describe.each(['legacy', 'modern'])('the inspector’s command line, %s', (era) => {
  test('lists the tools', async () => {
    const { code, stdout, stderr } = await inspect(era, '--method', 'tools/list');
    expect([code, stderr]).toEqual([0, '']);
    const { tools } = readResult<{ tools: { name: string }[] }>(stdout);
    expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
  });

  test('calls tools', async () => {
    const oriented = await inspect(era, '--method', 'tools/call', '--tool-name', 'orient');
    expect(oriented.code, oriented.stderr).toBe(0);
    expect(oriented.stdout).toContain('Next ready: T1 Lay the keel');
    const read = await inspect(era, '--method', 'tools/call', '--tool-name', 'task_get', '--tool-arg', 'id=T1');
    expect(read.stdout).toContain('T1 Lay the keel [open]');
  });

  test('shows a refusal with its sentence', async () => {
    const refused = await inspect(era, '--method', 'tools/call', '--tool-name', 'task_get', '--tool-arg', 'id=T9');
    expect(refused.stdout + refused.stderr).toContain('The task T9 was not found.');
  });
});

/** The result, bare or in the inspector's envelope. */
function readResult<T>(stdout: string): T {
  const said = JSON.parse(stdout) as { result?: T } & T;
  return said.result ?? said;
}
