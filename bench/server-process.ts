import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

export interface ServerProcess {
  url: string;
  pid: number;
  /** From the first instruction of the process to its ready line. */
  startMs: number;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..');

/** Starts a script that prints "ready at URL", and gives it back when it has. */
export async function startProcess(script: string, args: string[], env: Record<string, string>): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyAddress(child);
  const startMs = performance.now() - began;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { url, pid: child.pid ?? 0, startMs, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

async function readyAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /ready at (\S+)/.exec(line)?.[1];
    if (found === undefined) continue;
    // The rest is read and dropped, so that the process never waits for us to.
    child.stdout.resume();
    return found;
  }
  throw new Error('the process ended before it was ready');
}

/** Resident memory in MB, where the system tells (Linux). */
export function memoryMb(pid: number): number | undefined {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? undefined : Number(kb) / 1024;
  } catch {
    return undefined;
  }
}
