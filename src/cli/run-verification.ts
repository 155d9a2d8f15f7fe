import { spawn } from 'node:child_process';
import { VERIFY_OUTPUT_MAX } from '#contract/constants.ts';
import type { Project } from '#contract/project.ts';
import type { Verification } from '#contract/proof.ts';
import { readHead } from './read-git.ts';

const TIMED_OUT = 124;
const KILL_MS = 5_000;

/**
 * Runs the project's command in the working tree, its output on standard error, with a timeout at which its whole
 * process group is killed.
 */
export async function runVerification(
  {
    verify_command: command,
    verify_timeout_minutes: minutes,
  }: Pick<Project, 'verify_command' | 'verify_timeout_minutes'>,
  folder: string,
): Promise<Verification> {
  const began = performance.now();
  const commit = (await readHead(folder)) ?? null;
  const said = command ?? '';
  const child = spawn(said, { cwd: folder, shell: true, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const keep = (chunk: string) => {
    process.stderr.write(chunk);
    output = (output + chunk).slice(-2 * VERIFY_OUTPUT_MAX);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  let isOver = false;
  const end = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // Already gone.
    }
  };
  const timer = setTimeout(() => {
    isOver = true;
    end('SIGTERM');
    setTimeout(() => end('SIGKILL'), KILL_MS).unref();
  }, minutes * 60_000);
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      keep(`${error.message}\n`);
      resolve(127);
    });
    child.once('close', (exit, signal) => resolve(exit ?? (signal === null ? 1 : 128)));
  });
  clearTimeout(timer);
  return {
    command: said,
    exit_code: isOver ? TIMED_OUT : Math.min(255, Math.max(0, code)),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    output: cleanEnd(isOver ? `${output}\nIt was stopped after ${minutes} minutes.` : output),
    commit,
  };
}

/** The last complete lines, made storable. */
function cleanEnd(output: string): string {
  const text = output.replaceAll('\0', '').toWellFormed().trimEnd();
  if (text.length <= VERIFY_OUTPUT_MAX) return text;
  const end = text.slice(-VERIFY_OUTPUT_MAX);
  return end.slice(end.indexOf('\n') + 1).toWellFormed();
}
