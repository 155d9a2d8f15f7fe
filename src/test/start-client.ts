import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import {
  type ClientEvent,
  type LastTry,
  type RunClient,
  type Start,
  composePrompt,
  writeBatonCommand,
} from '#cli/run/clients/index.ts';
import { type CliWorld, cliFile } from './cli-world.ts';

export const SCRIPTED_CLIENT = resolve(import.meta.dirname, 'scripted-client.mjs');

/** A repository with a task claimed over REST, as a runner starts a client in it. */
export interface Started {
  code: number | null;
  events: ClientEvent[];
  stderr: string;
  folder: string;
  /** What the scripted client noted of its start. */
  noted: { task: string; argv: string[]; promptBytes: number }[];
  git(...args: string[]): string;
}

export interface StartOptions {
  /** The scripted client's. */
  via?: 'rest' | 'cli' | 'mcp';
  step: object;
  brief?: string;
  allow?: Start['allow'];
  /** Under which the scripted client is found on PATH, and whose format it prints. */
  program?: string;
  format?: string;
  /** What went wrong before. */
  last?: LastTry;
  /** Changes the repository before it starts. */
  prepare?(folder: string, git: Started['git']): void;
}

interface Claim {
  data: { data: { task: { number: number }; baton: { holder: { name: string } }; token: string }; text: string };
}

/** Claims the next task and starts a client on it, to its end. */
export async function startClient(world: CliWorld, client: RunClient, options: StartOptions): Promise<Started> {
  const top = mkdtempSync(join(tmpdir(), 'baton-client-'));
  const [folder, scratch, commands] = [join(top, 'tree'), join(top, 'scratch'), join(top, 'bin')];
  for (const each of [folder, scratch, commands]) mkdirSync(each);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, 'README.md'), '# Harbour\n');
  git('add', '-A');
  git('commit', '--quiet', '-m', 'Begin');
  options.prepare?.(folder, git);

  const { data } = await claim(world);
  const task = `T${data.data.task.number}`;
  const brief = options.brief ?? data.text;
  const start: Start = {
    folder,
    scratch,
    prompt: composePrompt({
      task,
      token: data.data.token,
      agent: `${client.name}-1`,
      brief,
      verifyCommand: undefined,
      try: 1,
      tries: 3,
      last: options.last,
    }),
    promptFile: join(scratch, 'prompt.md'),
    briefFile: join(scratch, 'brief.md'),
    server: { url: world.url, key: world.apiKey, project: world.projectId },
    held: { task, token: data.data.token, agent: `${client.name}-1` },
    allow: options.allow ?? 'edit',
    verifyCommand: 'npm test',
    extra: [],
    baton: [process.execPath, await cliFile()],
  };
  writeFileSync(start.promptFile, start.prompt, { mode: 0o600 });
  writeFileSync(start.briefFile, brief, { mode: 0o600 });
  const script = join(top, 'script.json');
  const log = join(top, 'log.jsonl');
  writeFileSync(script, JSON.stringify({ log, via: options.via ?? 'rest', tasks: { '*': [options.step] } }));
  const bin = writeBatonCommand(start);
  if (options.program !== undefined) shim(join(commands, options.program), [process.execPath, SCRIPTED_CLIENT]);

  const plan = client.plan(start);
  const child = spawn(plan.command, plan.args, {
    cwd: folder,
    env: {
      ...world.env,
      BATON_TOKEN: '',
      BATON_SCRIPT: script,
      ...(options.format === undefined ? {} : { BATON_SCRIPT_FORMAT: options.format }),
      ...plan.env,
      PATH: `${bin}${delimiter}${commands}${delimiter}${world.env['PATH'] ?? ''}`,
    },
    stdio: 'pipe',
  });
  const reader = client.openReader(() => new Date());
  const events: ClientEvent[] = [];
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    events.push(...reader.read(chunk));
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  child.stdin.on('error', () => undefined).end(plan.stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  events.push(...reader.end());
  const noted = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(parse) : [];
  onEnd.push(() => rmSync(top, { recursive: true, force: true }));
  return { code, events, stderr, folder, noted, git };
}

const onEnd: (() => void)[] = [];
/** Removes the folders of started clients. */
export function removeStarted(): void {
  for (const remove of onEnd.splice(0)) remove();
}

const parse = (line: string) => JSON.parse(line) as Started['noted'][number];

async function claim({ url, apiKey, projectId }: CliWorld): Promise<Claim> {
  const response = await fetch(`${url}/api/projects/${projectId}/tools/task_claim`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return (await response.json()) as Claim;
}

function shim(file: string, command: readonly string[]): void {
  const words = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  writeFileSync(file, `#!/bin/sh\nexec ${words} "$@"\n`);
  chmodSync(file, 0o755);
}
