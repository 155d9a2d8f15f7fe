import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentInstance, startAgentInstance } from '#test/agent-instance.ts';
import { createRandom } from '#test/choose-operation.ts';
import { cliFile } from '#test/cli-world.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import type { LockProject } from '#test/lock-calls.ts';
import { PATIENT } from '#test/patience.ts';
import { CHECK, SCRIPTED_CLIENT } from '#test/relay-world.ts';
import { SEED } from '#test/seed.ts';
import { soak } from '#test/soak.ts';

const TASKS = soak(30);
const RUNS_MAX = 40;
const VICTIMS = ['agent', 'server', 'runner'] as const;

let database: TestDatabase;
let instance: AgentInstance;
let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

beforeAll(async () => {
  database = await createTestDatabase();
  instance = await startAgentInstance(database.url, 1);
  folder = join(mkdtempSync(join(tmpdir(), 'baton-relay-')), 'repository');
  mkdirSync(folder);
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, 'check.mjs'), CHECK);
  git('add', '-A');
  git('commit', '--quiet', '-m', 'Begin');
});

afterAll(async () => {
  await instance.dispose();
  await database.drop();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

test('three agents, thirty tasks, and kills of runner, agents and server: each task is done and merged once', async () => {
  const project = await instance.addProject({ tasks: TASKS, slots: 3 });
  const begun = git('rev-parse', 'main');
  const world = await prepare(project);
  const random = createRandom(SEED);
  const kills = Array.from({ length: Math.max(1, Math.floor(TASKS / 3)) }, (_, at) => ({
    at: Math.floor(at * 2.5 + random() * 3),
    victim: VICTIMS[Math.floor(random() * VICTIMS.length)] ?? 'agent',
  }));
  console.log(`seed ${SEED}: ${kills.map(({ at, victim }) => `${victim} at ${at}`).join(', ')}`);
  let runner = await world.start();
  let starts = 1;
  for (const { at, victim } of kills) {
    const isTime = async () => runner.exitCode !== null || (await world.countDone()) >= Math.min(at, TASKS - 1);
    await expect.poll(isTime, PATIENT).toBe(true);
    if (runner.exitCode !== null) break;
    if (victim === 'server') {
      await instance.servers[0]?.kill();
      await instance.servers[0]?.start();
    } else if (victim === 'agent') world.killAgent();
    else {
      runner.kill('SIGKILL');
      await once(runner, 'exit');
      runner = await world.start();
      starts += 1;
    }
  }
  for (;;) {
    if (runner.exitCode === null && runner.signalCode === null) await once(runner, 'exit');
    if ((await world.countDone()) === TASKS) break;
    expect(starts, world.output()).toBeLessThan(RUNS_MAX);
    runner = await world.start();
    starts += 1;
  }

  expect(await world.countResults(), world.output()).toEqual({ results: TASKS, tasks: TASKS });
  const subjects = git('log', '--format=%s', `${begun}..main`).split('\n');
  expect(subjects.map((line) => line.split(':')[0] ?? '').toSorted(byName)).toEqual(
    Array.from({ length: TASKS }, (_, index) => `T${index + 1}`).toSorted(byName),
  );
  for (const commit of git('log', '--format=%H', `${begun}..main`).split('\n')) expect(check(commit)).toBe('green');
  expect(
    git('ls-tree', '-r', '--name-only', 'main')
      .split('\n')
      .filter((name) => name.startsWith('work/')),
  ).toHaveLength(TASKS);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(readdirSync(join(folder, '.git/baton/tasks'))).toEqual([]);
  expect(listLeft(project.id)).toEqual([]);
});

const byName = (a: string, b: string) => (a < b ? -1 : 1);

/** Checks a commit out beside, and runs what verifies it. */
function check(commit: string): string {
  const beside = mkdtempSync(join(tmpdir(), 'baton-commit-'));
  try {
    const tree = execFileSync('git', ['archive', '--format=tar', commit], { cwd: folder });
    execFileSync('tar', ['-x'], { cwd: beside, input: tree });
    execFileSync(process.execPath, ['check.mjs'], { cwd: beside, stdio: 'pipe' });
    return 'green';
  } catch (error) {
    return `${commit}: ${String(error)}`;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** The number of an ended process may belong to another one. */
function isAgent(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(SCRIPTED_CLIENT);
  } catch {
    return false;
  }
}

/** Processes that were started for the project. */
function listLeft(projectId: string): string[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`BATON_PROJECT=${projectId}`);
      } catch {
        return false;
      }
    })
    .map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
}

async function prepare(project: LockProject) {
  const beside = join(folder, '..');
  const home = join(beside, 'home');
  mkdirSync(home);
  const script = join(beside, 'script.json');
  const log = join(beside, 'log.jsonl');
  const work = { 'work/{task}.txt': '{task} by the scripted client\n' };
  const tasks: Record<string, unknown[]> = { '*': [{ does: 'works', files: work, commit: false }] };
  for (let number = 5; number <= TASKS; number += 5)
    tasks[`T${number}`] = [
      { does: 'works', files: { ...work, 'shared.txt': '{task}\n' } },
      { does: 'resolves', files: work },
    ];
  for (let number = 4; number <= TASKS; number += 10)
    tasks[`T${number}`] = [
      { does: 'breaks', files: work },
      { does: 'mends', files: work },
    ];
  writeFileSync(script, JSON.stringify({ log, via: 'rest', tasks }));
  const cli = await cliFile();
  let output = '';
  const args = [
    'run',
    '--client',
    `${process.execPath} ${SCRIPTED_CLIENT} --format plain`,
    '--parallel',
    '3',
    '--merge',
  ];
  const countRows = async (sql: string) => {
    const { rows } = await instance.pool.query<{ results: number; tasks: number }>(sql, [project.id]);
    return rows[0] ?? { results: 0, tasks: 0 };
  };
  return {
    output: () => output.slice(-20_000),
    countDone: async () =>
      (
        await countRows(
          `select count(*)::int as results, 0 as tasks from tasks where project_id = $1 and status = 'done'`,
        )
      ).results,
    countResults: () =>
      countRows(
        `select count(*)::int as results, count(distinct task_id)::int as tasks from run_results where project_id = $1 and outcome = 'done'`,
      ),
    async start(): Promise<ChildProcess> {
      const child = spawn(process.execPath, [cli, ...args, '--verify', 'node check.mjs', '--allow', 'all'], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: home,
          BATON_URL: instance.servers[0]?.url ?? '',
          BATON_API_KEY: instance.agent('runner').key,
          BATON_PROJECT: project.id,
          BATON_SCRIPT: script,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const keep = (chunk: string) => {
        output += chunk;
      };
      child.stdout.setEncoding('utf8').on('data', keep);
      child.stderr.setEncoding('utf8').on('data', keep);
      return child;
    },
    /** The one that was started last and still runs. */
    killAgent() {
      const started = readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      for (const { pid } of started.map((line) => JSON.parse(line) as { pid: number }).toReversed()) {
        if (!isAgent(pid)) continue;
        process.kill(pid, 'SIGKILL');
        return;
      }
    },
  };
}
