import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey, regenerateApiKey } from '#server/auth/generate-api-key.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { askRun } from './ask-run.ts';
import { type TestUser, addUser, raiseProjectLimit } from './builders.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { type TestServer, startTestServer } from './harness.ts';

let cli: Promise<string> | undefined;

/** The command line as people have it: one bundled file, which starts in a fraction of the time of its sources. */
export const cliFile = () => (cli ??= askRun<string>('cli'));

type ServerOptions = Parameters<typeof startTestServer>[0];

export interface CliEnded {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  /** Overrides; undefined unsets a variable. */
  env?: Record<string, string | undefined>;
  input?: string;
  cwd?: string;
}

interface ListeningServer {
  server: TestServer;
  url: string;
}

/** A listening server, an account with a key and a project, and an empty home folder for the command line. */
export interface CliWorld extends ListeningServer {
  user: TestUser;
  apiKey: string;
  projectId: Id;
  home: string;
  /** The project's folder. */
  folder: string;
  env: Record<string, string>;
  baton(args: string[], options?: CliOptions): Promise<CliEnded>;
  addTasks(...titles: string[]): Promise<void>;
  /** Invalidates the old key. */
  regenerateKey(): Promise<string>;
  dispose(): Promise<void>;
}

/** On a server of its own, or shared with another world. */
export async function startCliWorld(shared?: ListeningServer): Promise<CliWorld> {
  const { server, url } = shared ?? (await startListening());
  await raiseProjectLimit(server);
  const user = await addUser(server, { tier: 'pro' });
  const { apiKey } = await generateApiKey(user.ctx);
  const { id: projectId } = await createProject(user.ctx, { name: 'Ship' });
  const home = mkdtempSync(join(tmpdir(), 'baton-home-'));
  const folder = mkdtempSync(join(tmpdir(), 'baton-folder-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    // Tests start many short processes, which share a compile cache.
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    BATON_URL: url,
    BATON_API_KEY: apiKey,
    BATON_PROJECT: projectId,
  };
  return {
    server,
    url,
    user,
    apiKey,
    projectId,
    home,
    folder,
    env,
    baton: async (args, given = {}) =>
      runScript([await cliFile(), ...args], { ...env, ...given.env }, given.cwd ?? folder, given.input),
    async addTasks(...titles) {
      for (const title of titles) await createTask(user.ctx, { id: projectId, title });
    },
    regenerateKey: async () => (await regenerateApiKey(user.ctx)).apiKey,
    async dispose() {
      rmSync(home, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
      if (shared === undefined) await server.dispose();
    },
  };
}

/** A new world for every test of the file, all on one server. */
export function withCliWorld(give: (given: CliWorld) => void, options: ServerOptions = {}): void {
  let shared: ListeningServer;
  beforeAll(async () => {
    shared = await startListening(options);
  });
  afterAll(() => shared.server.dispose());
  beforeEach(async () => {
    const world = await startCliWorld(shared);
    give(world);
    return () => world.dispose();
  });
}

async function startListening(options: ServerOptions = {}): Promise<ListeningServer> {
  const server = await startTestServer(options);
  return { server, url: await server.http.listen({ port: 0, host: '127.0.0.1' }) };
}

/** Runs a program to its end. */
export async function runScript(
  args: string[],
  env: Record<string, string | undefined>,
  cwd: string,
  input = '',
): Promise<CliEnded> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: 'pipe' });
  const ended = once(child, 'close');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  // EPIPE: a program that needs no input may have exited before it is written.
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await ended) as [number | null];
  return { code, stdout, stderr };
}
