// Plain JavaScript, so that the type stripper is not loaded into a process that only waits.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const RESTARTS_MAX = 5;
const WITHIN_MS = 10 * 60_000;

/**
 * Runs a server in a process of its own, and starts it again when it ends unexpectedly: after 1, 2, 4 seconds and so on.
 * Resolves with the exit code when it was asked to stop, when its first start fails, or when it ends too often.
 */
export async function supervise(argumentsOf, { firstDelayMs = 1_000, say = console.error } = {}) {
  const stopping = new AbortController();
  let child;
  let wasReady = false;
  const stop = (signal) => {
    stopping.abort();
    child?.kill(signal);
  };
  const run = () =>
    new Promise((resolve) => {
      // The channel tells when the server is ready, and tells the server when this process is gone.
      const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
      child = spawn(process.execPath, [...process.execArgv, ...argumentsOf()], { stdio });
      child.on('message', (message) => {
        wasReady ||= message === 'ready';
      });
      child.on('error', (error) => resolve({ code: 1, reason: error.message }));
      child.on('exit', (code, signal) => resolve({ code, signal, reason: signal ?? `exit code ${code}` }));
    });

  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    let restarts = [];
    for (;;) {
      const { code, signal, reason } = await run();
      const isAsked = stopping.signal.aborted || SIGNALS.includes(signal);
      if (isAsked || code === 0 || !wasReady) return code ?? 128 + constants.signals[signal];
      restarts = restarts.filter((at) => performance.now() - at < WITHIN_MS);
      if (restarts.length === RESTARTS_MAX) {
        say(`Baton ended unexpectedly (${reason}), too often within ten minutes: it is not started again.`);
        return 1;
      }
      const delayMs = firstDelayMs * 2 ** restarts.length;
      restarts.push(performance.now());
      say(`Baton ended unexpectedly (${reason}). Starting it again in ${delayMs / 1_000} s.`);
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return 0;
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

/**
 * Whether systemd or a container starts the server again, because this process, or npm above it, is the one they started.
 * An init between npm and the container is not looked for: whoever is left by a shell has that parent, too.
 */
export function isSupervisedByOthers({
  env = process.env,
  line = [process.pid, process.ppid],
  hasFile = existsSync,
} = {}) {
  if (line.includes(Number(env.SYSTEMD_EXEC_PID))) return true;
  const isContainer =
    ['/.dockerenv', '/run/.containerenv'].some((file) => hasFile(file)) || Boolean(env.KUBERNETES_SERVICE_HOST);
  return isContainer && line.includes(1);
}
