import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { inheritedEnvironment } from '../environment.ts';
import { EXIT, Failure } from '../failure.ts';
import { type ClientEvent, type StartPlan, type StreamReader, shortLine } from './clients/index.ts';
import { endGroup, endMarked } from './journal/index.ts';
import { ceilingOf } from './worktree/index.ts';

/** How a start of a client ended. */
export interface ClientEnd {
  exitCode: number | null;
  seconds: number;
  hasWorked: boolean;
  hasStalled: boolean;
  limit: { until: Date | null; text: string } | undefined;
  failure: string | undefined;
  complaint: string | undefined;
  tokens: number | null;
  costUsd: number | null;
}

export interface ClientStart {
  plan: StartPlan;
  folder: string;
  /** A folder with the command `baton`, for clients that use it in a shell. */
  commands: string;
  /** Where its standard input is kept while it is read. */
  inputFile: string;
  reader: StreamReader;
  /** Silence for so long ends it. */
  stallMs: number;
  /** Ends it at once. */
  signal: AbortSignal;
  onStart(pid: number): void;
  onLine(line: string): void;
  /** Any output at all. */
  onMove(): void;
}

/** A client that waits for its limit by itself would hold its baton until then. */
const LIMIT_MS = 20_000;
/** Programs left behind may hold the pipes open. */
const PIPES_MS = 2_000;
const STDERR_LINE_MAX = 400;
/** More is a mistake of the client, and the server would refuse the result of work that is merged already. */
const TOKENS_MAX = 1e10;
const COST_MAX = 1e5;

/**
 * Runs a client to its end, in a process group of its own: Ctrl+C of the terminal does not reach it, and whatever it
 * leaves running ends with it.
 */
export async function startClient(start: ClientStart): Promise<ClientEnd> {
  const { plan, folder, reader, signal } = start;
  const began = performance.now();
  const seen = {
    hasWorked: false,
    hasStalled: false,
    limit: undefined,
    failure: undefined,
    complaint: undefined,
    tokens: null,
    costUsd: null,
  } as Omit<ClientEnd, 'exitCode' | 'seconds'>;
  const inherited = inheritedEnvironment();
  writeFileSync(start.inputFile, plan.stdin, { mode: 0o600 });
  const input = openSync(start.inputFile, 'r');
  const child = spawn(plan.command, plan.args, {
    cwd: folder,
    env: {
      ...inherited,
      ...ceilingOf(folder),
      ...plan.env,
      PATH: `${start.commands}${delimiter}${plan.env['PATH'] ?? inherited['PATH'] ?? ''}`,
    },
    // A file and not a pipe: programs may open /dev/stdin, and nobody has to wait until it is read.
    stdio: [input, 'pipe', 'pipe'],
    detached: true,
  });
  closeSync(input);
  const { pid } = child;
  const end = () => (pid === undefined ? Promise.resolve() : endGroup(pid));
  let timer = setTimeout(() => undefined, 0);
  const watch = (ms: number, because: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      because();
      void end();
    }, ms);
  };
  const moved = () => {
    start.onMove();
    if (seen.limit === undefined) watch(start.stallMs, () => (seen.hasStalled = true));
  };
  const take = (events: readonly ClientEvent[]) => {
    for (const event of events) {
      learn(seen, event);
      if (event.kind === 'limit') watch(LIMIT_MS, () => undefined);
      const line = shortLine(event);
      if (line !== undefined) start.onLine(line);
    }
  };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    moved();
    take(reader.read(chunk));
  });
  const errors = openLines((text) => {
    if (/error|refused|cannot|denied|invalid|not found/i.test(text)) seen.complaint = text.trim();
    take([{ kind: 'line', text }]);
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    moved();
    errors.add(chunk);
  });
  const stop = () => void end();
  signal.addEventListener('abort', stop);
  moved();
  try {
    if (pid !== undefined) start.onStart(pid);
    if (signal.aborted) stop();
    const exitCode = await waitForEnd(child, plan.command);
    await end();
    // Its token is of this work alone, so that whatever inherited it was started for it.
    const token = plan.env['BATON_TOKEN'] ?? '';
    if (token !== '') await endMarked(`BATON_TOKEN=${token}`);
    errors.end();
    take(reader.end());
    return { ...seen, exitCode, seconds: (performance.now() - began) / 1_000 };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

function waitForEnd(child: ChildProcess, command: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(new CannotStart(`${command} cannot be started (${error.code ?? error.message}).`, EXIT.failed)),
    );
    child.once('exit', (code) => {
      const timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(code);
      }, PIPES_MS);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(code);
      });
    });
  });
}

/** The program is not there, or may not be executed: no task can be worked on with it. */
class CannotStart extends Failure {}

function learn(seen: Omit<ClientEnd, 'exitCode' | 'seconds'>, event: ClientEvent): void {
  if (event.kind === 'edit' || event.kind === 'tool') seen.hasWorked = true;
  // It went on after all: the limit was over, or it was only a warning.
  if (event.kind === 'edit' || event.kind === 'tool') seen.limit = undefined;
  if (event.kind === 'limit') seen.limit = { until: event.until, text: event.text };
  if (event.kind === 'failed') seen.failure = event.text;
  if (event.kind !== 'spent') return;
  if (event.tokens !== null) seen.tokens = Math.min(Math.round(event.tokens), TOKENS_MAX);
  if (event.costUsd !== null) seen.costUsd = Math.min(event.costUsd, COST_MAX);
}

/** Complete lines of a stream; one that never ends is cut. */
function openLines(take: (line: string) => void) {
  let rest = '';
  return {
    add(chunk: string) {
      const lines = (rest + chunk).split('\n');
      rest = (lines.pop() ?? '').slice(-STDERR_LINE_MAX);
      for (const line of lines) if (line.trim() !== '') take(line.slice(0, STDERR_LINE_MAX));
    },
    end() {
      if (rest.trim() !== '') take(rest);
    },
  };
}
