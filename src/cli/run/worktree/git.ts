import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inheritedEnvironment } from '../../environment.ts';
import { Failure } from '../../failure.ts';
import { ceilingOf } from './names.ts';

export interface GitAnswer {
  code: number;
  out: string;
  err: string;
}

export interface GitOptions {
  /** Its standard input. */
  input?: string;
  env?: Record<string, string>;
}

const GIT_MS = 10 * 60_000;
const OUTPUT_MAX = 64 * 1024 * 1024;

/**
 * A person's configuration must not change what a run does. Hooks are off in every call: an agent can write them
 * (`core.hooksPath` is often a folder of the working tree), and one that fails must not lose work; the gate is the
 * verify command. What was told as merged survives a power cut (fsync); by default git leaves objects to the system.
 */
const CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'core.safecrlf=false',
  'core.fsync=committed',
  'core.fsyncMethod=batch',
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'i18n.commitEncoding=UTF-8',
  'i18n.logOutputEncoding=UTF-8',
  'merge.autoStash=false',
  'merge.verifySignatures=false',
  'merge.conflictStyle=merge',
  'rerere.enabled=false',
  'submodule.recurse=false',
  'diff.ignoreSubmodules=none',
  'log.showSignature=false',
  'advice.addEmbeddedRepo=false',
].flatMap((setting) => ['-c', setting]);

/** What git says, before it has done anything, when it meets a working tree that is just being added. */
const HALF_ADDED = /failed to read \S*worktrees\/.*commondir/;
const AGAIN_MAX = 20;
const AGAIN_MS = 50;

/** Runs git and answers whatever it says; only a git that is missing, hangs or floods is a failure. */
export async function askGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  for (let count = 1; ; count += 1) {
    const answer = await runGit(folder, args, options);
    if (answer.code === 0 || count === AGAIN_MAX || !HALF_ADDED.test(answer.err)) return answer;
    await wait(AGAIN_MS);
  }
}

function runGit(folder: string, args: readonly string[], options: GitOptions): Promise<GitAnswer> {
  return new Promise((done, fail) => {
    if (!existsSync(folder)) {
      fail(new Failure(`The folder ${folder} is not there.`));
      return;
    }
    // A group of its own: Ctrl-C in the terminal must not stop git in the middle of a merge.
    const child = spawn('git', [...CONFIG, ...args], {
      cwd: folder,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...inheritedEnvironment(),
        GIT_TERMINAL_PROMPT: '0',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_EDITOR: 'true',
        GIT_SEQUENCE_EDITOR: 'true',
        GIT_MERGE_AUTOEDIT: 'no',
        GIT_PAGER: 'cat',
        LC_ALL: 'C',
        ...ceilingOf(folder),
        ...options.env,
      },
    });
    const said = { out: [] as Buffer[], err: [] as Buffer[] };
    let size = 0;
    let fault: string | undefined;
    const stop = (reason: string) => {
      fault ??= reason;
      child.kill('SIGTERM');
    };
    const keep = (list: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size > OUTPUT_MAX) stop('printed too much');
      else list.push(chunk);
    };
    child.stdout.on('data', keep(said.out));
    child.stderr.on('data', keep(said.err));
    const timer = setTimeout(() => stop(`took longer than ${GIT_MS / 60_000} minutes`), GIT_MS);
    child.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      fail(new Failure(error.code === 'ENOENT' ? 'git is not installed, or not in the PATH.' : error.message));
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      if (fault !== undefined) fail(new Failure(`git ${args[0] ?? ''} ${fault}.`));
      else done({ code: code ?? 128, out: textOf(said.out), err: textOf(said.err) });
    });
    // It may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
  });
}

/** What git printed, without the last line break; a failure in its own words if it refuses. */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { code, out, err } = await askGit(folder, args, options);
  if (code !== 0) throw new Failure(`git ${args[0] ?? ''}: ${faultOf(err)}`);
  return out.replace(/\n$/, '');
}

/** The line of git's complaint that says what is wrong. */
export function faultOf(err: string): string {
  const lines = err.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((candidate) => /^(fatal|error): /.test(candidate)) ?? lines[0] ?? 'it failed without a word';
  return line.replace(/^(fatal|error): /, '').slice(0, 500);
}

/** The commit that a name stands for. */
export async function findCommit(folder: string, name: string): Promise<string | undefined> {
  const { code, out } = await askGit(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${name}^{commit}`,
  ]);
  const commit = out.trim();
  return code === 0 && /^[\da-f]{40,64}$/.test(commit) ? commit : undefined;
}

/** The folder with HEAD and the index of a working tree. */
export async function gitFolderOf(folder: string): Promise<string> {
  return resolve(folder, await git(folder, ['rev-parse', '--absolute-git-dir']));
}

/** The names in output of `-z`. */
export const splitNames = (out: string): string[] => out.split('\0').filter((name) => name !== '');

const textOf = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8');
