import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Id } from '#contract/fields.ts';
import type { RunView } from '#contract/relay.ts';
import type { RunResult } from '#contract/run.ts';
import type { Task } from '#contract/task.ts';
import type { AgentInstance } from './agent-instance.ts';
import { cliFile } from './cli-world.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

export const SCRIPTED_CLIENT = resolve(import.meta.dirname, 'scripted-client.mjs');
/** Green: nothing is broken, every file says who wrote it, and no conflict was left. */
export const CHECK = `import { existsSync, readFileSync, readdirSync } from 'node:fs';
if (existsSync('BROKEN')) throw new Error('BROKEN is there');
for (const name of existsSync('work') ? readdirSync('work') : [])
  if (!readFileSync('work/' + name, 'utf8').startsWith(name.replace('.txt', '') + ' by ')) throw new Error(name + ' is wrong');
if (existsSync('shared.txt') && /^[<=>]{7}/m.test(readFileSync('shared.txt', 'utf8'))) throw new Error('a conflict was left');
`;

/** A run of `baton run` that was started. */
export interface StartedRun {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
}

/** A repository, a project, and a client that does what it is told. */
export interface RelayWorld {
  folder: string;
  projectId: Id;
  taskIds: Id[];
  clientLine: string;
  git(...args: string[]): string;
  start(args: readonly string[], env?: Record<string, string>): StartedRun;
  view(): Promise<RunView>;
  results(): Promise<RunResult[]>;
  task(number: number): Promise<Task>;
  /** What a client of the script waits for, as {signals}/NAME. */
  signal(name: string): void;
  /** What the scripted client noted of its starts. */
  starts(): { task: string; pid: number; argv: string[] }[];
  /** Processes that were started for the project. */
  processes(): string[];
  dispose(): void;
}

interface Options {
  titles: string[];
  slots?: number;
  /** Steps of the scripted client by task, `*` for the others. */
  script: Record<string, object[]>;
  description?: string;
}

export async function openRelayWorld(instance: AgentInstance, options: Options): Promise<RelayWorld> {
  const beside = mkdtempSync(join(tmpdir(), 'baton-relay-'));
  const [folder, home] = [join(beside, 'repository'), join(beside, 'home')];
  for (const each of [folder, home]) mkdirSync(each);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, 'check.mjs'), CHECK);
  git('add', '-A');
  git('commit', '--quiet', '-m', 'Begin');
  const { data: project } = await instance.person.createProject('Harbor API');
  await instance.pool.query('update projects set baton_slots = $2 where id = $1', [project.id, options.slots ?? 1]);
  const taskIds: Id[] = [];
  for (const title of options.titles) {
    const body = { title, ...(options.description === undefined ? {} : { description: options.description }) };
    taskIds.push((await instance.person.call<Task>('POST', `/api/projects/${project.id}/tasks`, body)).data.id);
  }
  const [script, log] = [join(beside, 'script.json'), join(beside, 'log.jsonl')];
  writeFileSync(script, JSON.stringify({ log, via: 'rest', tasks: options.script }).replaceAll('{signals}', beside));
  const cli = await cliFile();
  const running: ChildProcess[] = [];
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    BATON_URL: instance.servers[0]?.url ?? '',
    BATON_API_KEY: instance.agent('runner').key,
    BATON_PROJECT: project.id,
    BATON_SCRIPT: script,
  };
  return {
    folder,
    projectId: project.id,
    taskIds,
    clientLine: `${process.execPath} ${SCRIPTED_CLIENT} --format plain`,
    git,
    start(args, added = {}) {
      const child = spawn(process.execPath, [cli, 'run', ...args], {
        cwd: folder,
        env: { ...env, ...added },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.push(child);
      let output = '';
      const keep = (chunk: string) => {
        output += chunk;
      };
      child.stdout.setEncoding('utf8').on('data', keep);
      child.stderr.setEncoding('utf8').on('data', keep);
      const ended = once(child, 'close').then(([code]) => code as number | null);
      return { child, output: () => output, ended };
    },
    view: async () => (await instance.person.call<RunView>('GET', `/api/projects/${project.id}/relay`)).data,
    async results() {
      const path = `/api/projects/${project.id}/run-results?limit=100`;
      return (await instance.person.call<{ items: RunResult[] }>('GET', path)).data.items;
    },
    async task(number) {
      const path = `/api/projects/${project.id}/tasks`;
      const found = (await instance.person.call<Task[]>('GET', path)).data.find((task) => task.number === number);
      if (found === undefined) throw new Error(`there is no T${number}`);
      return found;
    },
    signal: (name) => writeFileSync(join(beside, name), ''),
    starts: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { task: string; pid: number; argv: string[] }),
    processes: () => listProcesses(project.id),
    dispose() {
      for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      rmSync(beside, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** By their environment, so that nothing is missed that was started on the way. */
function listProcesses(projectId: string): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readQuietly(`/proc/${pid}/environ`).includes(`BATON_PROJECT=${projectId}`))
    .map((pid) => readQuietly(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))
    .filter((line) => line !== '');
}

function readQuietly(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
