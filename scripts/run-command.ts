import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

export interface CommandRun {
  readonly output: string;
  /** Absent on success. */
  readonly trouble?: string;
}

export interface CommandOptions {
  /** Ends it after this time, whatever it does. */
  readonly limitSeconds?: number;
  /** Ends it when it has printed nothing for this time: it hangs. A busy machine only makes it slower. */
  readonly silentSeconds?: number;
  readonly signal: AbortSignal;
  /** Receives output as it comes. */
  readonly listen?: (text: string) => void;
  /** The same for standard output alone. */
  readonly listenOut?: (text: string) => void;
  /** Standard input; without it there is none. */
  readonly input?: string;
  readonly cwd?: string;
  /** The whole environment; by default our own. */
  readonly env?: Readonly<Record<string, string>>;
}

const graceMilliseconds = 10_000;
const drainMilliseconds = 2000;
const outputLimit = 4_000_000;

/** Runs a command in its own process group, so that its children can be killed with it. Never rejects. */
export function runCommand(command: readonly string[], options: CommandOptions): Promise<CommandRun> {
  const [program = '', ...words] = command;
  return new Promise((resolve) => {
    const { cwd, env } = options;
    const place = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) };
    const child = spawn(program, words, {
      ...place,
      detached: true,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    // EPIPE: it may end without reading it.
    child.stdin?.on('error', () => undefined).end(options.input);
    let output = '';
    let trouble: string | undefined;
    let force: NodeJS.Timeout | undefined;

    const end = (reason: string): void => {
      trouble ??= reason;
      endGroup(child.pid, 'SIGTERM');
      force ??= setTimeout(() => endGroup(child.pid, 'SIGKILL'), graceMilliseconds);
    };
    const { limitSeconds, silentSeconds } = options;
    const limit = limitSeconds && setTimeout(() => end(`still running after ${limitSeconds} s`), limitSeconds * 1000);
    const silence =
      silentSeconds && setTimeout(() => end(`printed nothing for ${silentSeconds} s`), silentSeconds * 1000);
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString('utf8')).slice(-outputLimit);
      options.listen?.(chunk.toString('utf8'));
      if (silence) silence.refresh();
    };
    const interrupted = (): void => end('interrupted');
    const finish = (reason: string | undefined): void => {
      clearTimeout(limit);
      clearTimeout(silence);
      clearTimeout(force);
      options.signal.removeEventListener('abort', interrupted);
      const told = trouble ?? reason;
      resolve(told === undefined ? { output } : { output, trouble: told });
    };

    child.stdout?.on('data', keep);
    const decoder = new StringDecoder('utf8');
    child.stdout?.on('data', (chunk: Buffer) => options.listenOut?.(decoder.write(chunk)));
    child.stderr?.on('data', keep);
    child.on('error', (error) => finish(error.message));
    let reason: string | undefined;
    child.on('exit', (code, killedBy) => {
      reason = code === 0 ? undefined : `exit ${killedBy ?? code}`;
      endGroup(child.pid, 'SIGTERM');
      // A grandchild in another process group may hold the pipes open for ever.
      setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, drainMilliseconds).unref();
    });
    child.on('close', () => finish(reason));
    options.signal.addEventListener('abort', interrupted);
    if (options.signal.aborted) interrupted();
  });
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}
