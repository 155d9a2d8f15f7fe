import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { buildServer } from '../../scripts/build-server.ts';
import { askRun } from './ask-run.ts';
import type { ClockMessage } from './clock-server.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLOCK_MAIN = 'src/test/clock-server.ts';
/** Tests start many short processes, which share a compile cache. */
const QUICK = { NODE_COMPILE_CACHE: COMPILE_CACHE };
/** An allow-list: the developer's own settings must not reach a test's server. */
const HANDED_DOWN = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

export type Env = Record<string, string>;

/** How a process ended, with its output. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface ServerProcess {
  /** The listening address, whatever its public URL. */
  url: string;
  pid: number;
  /** From the start of the process to its ready line. */
  startMs: number;
  stdout(): string;
  stderr(): string;
  /** Signals it to stop, and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
  /** SIGKILL: no graceful shutdown. */
  kill(): Promise<Ended>;
  ended: Promise<Ended>;
}

/** User and group, if not the current ones. */
export type Identity = Pick<SpawnOptions, 'uid' | 'gid'>;

type Launching = Identity & { ipc?: boolean };

/** The real server in a process of its own, listening on a free port, as `npm start` runs it. */
export async function startServer(env: Env, given?: string): Promise<ServerProcess> {
  const main = given ?? (await builtServer());
  const port = env['PORT'] ?? String(await freePort());
  const server = await startProcess(main, ['serve'], { ...QUICK, ...env, PORT: port });
  return { ...server, url: `http://localhost:${port}` };
}

/** A server whose clock can be moved. */
export interface ClockServer extends ServerProcess {
  /** Sets the offset of its clock; resolves when it is in effect. */
  setClock(aheadMs: number): Promise<void>;
  /** Throws where nobody catches it, rejects where nobody awaits it, or loses whoever reads its output. */
  fail(how: 'exception' | 'rejection' | 'output'): void;
}

/** The same server, with a main of the tests that replaces Date. */
export async function startClockServer(env: Env): Promise<ClockServer> {
  const port = env['PORT'] ?? String(await freePort());
  const began = performance.now();
  const running = launch(CLOCK_MAIN, [], { ...QUICK, ...env, PORT: port }, { ipc: true });
  await running.said(/ready at (\S+)/);
  return {
    ...processOf(running, began, `http://localhost:${port}`),
    setClock: async (aheadMs) => {
      const heard = new Promise<void>((resolve) => {
        // Not the server's own message that it is ready.
        running.child.on('message', (message) => typeof message === 'object' && resolve());
      });
      running.child.send({ aheadMs } satisfies ClockMessage);
      await heard;
    },
    fail: (how) => void running.child.send({ fail: how } satisfies ClockMessage),
  };
}

/** One `baton` command, from its start to its end. */
export async function runBaton(args: string[], env: Env, identity: Identity = {}): Promise<Ended> {
  return launch(await builtServer(), args, { ...QUICK, ...env }, identity).ended;
}

let built: Promise<string> | undefined;

/** Started from a bundle, a server needs half of the processor time that it needs from its sources. */
const builtServer = () =>
  (built ??= process.env['VITEST'] === undefined ? buildServer(() => undefined) : askRun<string>('server'));

/** Starts a script that prints "ready at URL", and gives it back when it has. */
export async function startProcess(script: string, args: string[], env: Env): Promise<ServerProcess> {
  const began = performance.now();
  const running = launch(script, args, env);
  return processOf(running, began, await running.said(/ready at (\S+)/));
}

function processOf(running: ReturnType<typeof launch>, began: number, url: string): ServerProcess {
  const { child, ended } = running;
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - began,
    stdout: running.stdout,
    stderr: running.stderr,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: () => end('SIGKILL'),
    ended,
  };
}

export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

const PORTS_PER_PROCESS = 100;
/** Below the ephemeral ports, and disjoint from other processes'. */
const firstPort = 11_000 + (process.pid % 200) * PORTS_PER_PROCESS;
let portsTried = 0;

/** A free port that is not handed out again before its server starts or restarts. */
export async function freePort(): Promise<number> {
  const port = firstPort + (portsTried % PORTS_PER_PROCESS);
  portsTried += 1;
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return freePort();
  probe.close();
  await once(probe, 'close');
  return port;
}

function launch(script: string, args: string[], env: Env, { ipc = false, ...identity }: Launching = {}) {
  const child = spawn(process.execPath, [resolve(ROOT, script), ...args], {
    cwd: ROOT,
    env: { ...handedDown(), ...env },
    stdio: ['ignore', 'pipe', 'pipe', ipc ? 'ipc' : 'ignore'],
    ...identity,
  });
  // A failing test must not leave a server behind.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  const { stdout: out, stderr: err } = child;
  if (!out || !err) throw new Error('the process has no voice');
  const stdout = collect(out);
  const stderr = collect(err);
  const ended = endOf(child, stdout, stderr);
  const said = async (pattern: RegExp): Promise<string> => {
    const stopped = ended.then(({ code, signal }) => {
      throw new Error(
        `the process ended (${signal ?? code}) before it said ${String(pattern)}:\n${stdout()}${stderr()}`,
      );
    });
    for (;;) {
      const found = pattern.exec(stdout())?.[1];
      if (found !== undefined) return found;
      await Promise.race([once(out, 'data'), stopped]);
    }
  };
  return { child, stdout, stderr, ended, said };
}

function handedDown(): Env {
  return Object.fromEntries(
    HANDED_DOWN.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

async function endOf(child: ChildProcess, stdout: () => string, stderr: () => string): Promise<Ended> {
  // 'close' and not 'exit': output may still be in the pipe.
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stdout: stdout(), stderr: stderr() };
}
