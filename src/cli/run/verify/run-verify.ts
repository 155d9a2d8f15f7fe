import { spawn } from 'node:child_process';
import { VERIFY_OUTPUT_MAX } from '#contract/constants.ts';
import type { Verification } from '#contract/proof.ts';
import { inheritedEnvironment } from '../../environment.ts';
import { readHead } from '../../read-git.ts';
import { endGroup } from '../journal/processes.ts';
import { ceilingOf } from '../worktree/index.ts';

const TIMED_OUT = 124;
const STOPPED = 130;
/** How long output may follow the end of the command: a process that it left behind can hold the pipe for ever. */
const DRAIN_MS = 1_000;

/** Only the last lines are kept as a finding: npm's news of newer versions would take the place of what failed. */
const QUIET_NPM = { npm_config_update_notifier: 'false' };

export interface VerifyOptions {
  timeoutMinutes: number;
  onChunk?: (chunk: string) => void;
  /** Without its line break, cut at 2,000 characters. */
  onLine?: (line: string) => void;
  signal?: AbortSignal | undefined;
  /** Added to the environment. */
  env?: Record<string, string>;
  onStarted?: (pid: number) => void;
}

/**
 * Runs the person's command in a shell of its own process group, which is killed at the timeout, when it is aborted,
 * and with what the command left running.
 */
export async function runVerify(command: string, folder: string, options: VerifyOptions): Promise<Verification> {
  const { timeoutMinutes: minutes, onChunk, signal } = options;
  const began = performance.now();
  const commit = (await readHead(folder)) ?? null;
  // Each stream has lines of its own: half a line of one must not go on with the other.
  const streams = [readLines(options.onLine), readLines(options.onLine)] as const;
  let output = '';
  const keep = (chunk: string, from = 1) => {
    onChunk?.(chunk);
    streams[from]?.read(chunk);
    output = (output + chunk).slice(-2 * VERIFY_OUTPUT_MAX);
  };
  const child = spawn(command, {
    cwd: folder,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...QUIET_NPM, ...inheritedEnvironment(), ...ceilingOf(folder), ...options.env },
  });
  if (child.pid !== undefined) options.onStarted?.(child.pid);
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => keep(chunk, 0));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => keep(chunk));
  let reason: { code: number; text: string } | undefined;
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= child.pid === undefined ? Promise.resolve() : endGroup(child.pid));
  const stop = (code: number, text: string) => {
    reason ??= { code, text };
    void end();
  };
  const abort = () => stop(STOPPED, 'It was stopped.');
  const timer = setTimeout(() => stop(TIMED_OUT, `It was stopped after ${minutes} minutes.`), minutes * 60_000);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  const code = await new Promise<number>((resolve) => {
    let drain: NodeJS.Timeout | undefined;
    child.once('error', (error) => {
      keep(`${error.message}\n`);
      resolve(127);
    });
    child.once('exit', () => {
      drain = setTimeout(() => {
        void end();
        child.stdout.destroy();
        child.stderr.destroy();
      }, DRAIN_MS);
    });
    child.once('close', (exit, killed) => {
      clearTimeout(drain);
      resolve(exit ?? (killed === null ? 1 : 128));
    });
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', abort);
  await end();
  for (const stream of streams) stream.end();
  return {
    command,
    exit_code: reason?.code ?? Math.min(255, Math.max(0, code)),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    output: cleanEnd(reason === undefined ? output : `${output}\n${reason.text}`),
    commit,
  };
}

const LINE_MAX = 2_000;

function readLines(onLine: (line: string) => void = () => {}) {
  let rest = '';
  return {
    read(chunk: string) {
      const lines = (rest + chunk).split(/\r?\n/);
      rest = (lines.pop() ?? '').slice(0, LINE_MAX);
      for (const line of lines) onLine(line.slice(0, LINE_MAX));
    },
    end() {
      if (rest !== '') onLine(rest);
    },
  };
}

/** The last complete lines, made storable. */
function cleanEnd(output: string): string {
  const text = output.replaceAll('\0', '').toWellFormed().trimEnd();
  if (text.length <= VERIFY_OUTPUT_MAX) return text;
  const end = text.slice(-VERIFY_OUTPUT_MAX);
  return end.slice(end.indexOf('\n') + 1).toWellFormed();
}
