import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { TERM_MS } from '../journal/processes.ts';
import { GUARD_SCRIPT } from './guard-script.ts';

export interface Guard {
  pid: number | undefined;
  /** Ends the process group of this pid when the runner is gone. */
  watch(pid: number): void;
  /** It has ended by itself. */
  forget(pid: number): void;
  /** Ends what is still watched, and the guard. */
  close(): Promise<void>;
}

/** A small process beside the runner, so that `kill -9` of the runner leaves no client behind. */
export function openGuard(patienceMs = TERM_MS): Guard {
  // A session of its own: neither Ctrl-C nor a closed terminal reaches it. Nothing of the environment is needed.
  const child = spawn(process.execPath, ['-e', GUARD_SCRIPT, '--', String(patienceMs)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
    cwd: '/',
    env: {},
  });
  // Without a guard a run works as well, until it is killed.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  const ended = once(child, 'exit').catch(() => {});
  child.unref();
  const say = (line: string) => {
    if (child.stdin.writable) child.stdin.write(line);
  };
  return {
    pid: child.pid,
    watch: (pid) => say(`+${pid}\n`),
    forget: (pid) => say(`-${pid}\n`),
    async close() {
      child.stdin.end();
      child.ref();
      if (child.pid !== undefined) await ended;
    },
  };
}
