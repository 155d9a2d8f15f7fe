import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Task } from '#contract/task.ts';
import { callTool } from './agent-calls.ts';
import { ApiClient } from './api-client.ts';
import { OLDER } from './older-instances.ts';

// Uses an unpacked release as an operator, a browser and an agent do, all within one network namespace, and prints what
// it saw as one line of JSON.

export interface ReleaseDrive {
  program: string;
  folder: string;
  /** The whole environment. */
  env: Record<string, string>;
  identity: { uid?: number; gid?: number };
  port: number;
  backup: string;
  /** The environment of the start on an older data folder. */
  older: Record<string, string>;
}

const AGENT = 'claude-code';
const FOREIGN = 'http://192.0.2.1/';
const drive = JSON.parse(process.argv[2] ?? '') as ReleaseDrive;
const url = `http://localhost:${drive.port}`;

const network = await fetch(FOREIGN, { signal: AbortSignal.timeout(2_000) }).then(
  () => 'reached',
  (error: unknown) => codeOf(error) ?? 'not reached',
);
const version = await run(['--version']);
const help = await run(['--help']);

const server = await start();
const ready = (await fetch(`${url}/readyz`)).status;
const page = await (await fetch(`${url}/projects`, { headers: { accept: 'text/html' } })).text();
const assets: Record<string, number> = {};
for (const [, path = ''] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g)) assets[path] = await sizeOf(path);
const commandLine = await sizeOf('/baton-cli.tgz');

const person = await ApiClient.signUp(url, 'ada@example.com');
const { data: project } = await person.createProject('Harbour');
await person.call<Task>('POST', `/api/projects/${project.id}/tasks`, { title: 'Lay the keel' });
const { data: key } = await person.call<NewApiKey>('POST', '/api/auth/api-key');
const claimed = await callTool(url, { key: key.apiKey, name: AGENT }, project.id, 'task_claim');
const backup = await run(['backup', drive.backup]);
const first = await server.stop();

const again = await start();
const returned = new ApiClient(url);
await returned.signIn('ada@example.com');
const { data: projects } = await returned.listProjects();
const oriented = await callTool(url, { key: key.apiKey, name: AGENT }, project.id, 'orient');
const second = await again.stop();

const upgraded = await start(drive.older, {});
const mira = new ApiClient(url);
await mira.signIn(OLDER.email);
const { data: older } = await mira.listProjects();
const third = await upgraded.stop();

console.log(
  JSON.stringify({
    network,
    version: version.stdout,
    help: help.stdout,
    ready,
    assets,
    commandLine,
    claimed: claimed.text,
    backup,
    projects: projects.map(({ name }) => name),
    oriented: oriented.text,
    older: older.map(({ name }) => name),
    lives: [first, second, third],
  }),
);

async function sizeOf(path: string): Promise<number> {
  const answer = await fetch(`${url}${path}`);
  return answer.ok ? (await answer.arrayBuffer()).byteLength : -answer.status;
}

function launch(words: string[], env: Record<string, string>, identity: ReleaseDrive['identity']) {
  const child = spawn(drive.program, words, {
    cwd: drive.folder,
    env: { ...env, PORT: String(drive.port), BATON_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  return { child, said, ended };
}

function run(words: string[]) {
  return launch(words, drive.env, drive.identity).ended;
}

async function start(env = drive.env, identity = drive.identity) {
  const { child, said, ended } = launch(['start'], env, identity);
  const isOver = ended.then(({ code, stdout, stderr }) => {
    throw new Error(`it ended (${code}) before it was ready:\n${stdout}${stderr}`);
  });
  while (!said.stdout.includes('ready at')) await Promise.race([once(child.stdout, 'data'), isOver]);
  isOver.catch(() => undefined);
  return {
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

function codeOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
}
