import type { Environment } from './environment.ts';
import type { Arguments, Options } from './read-arguments.ts';
import { type Settings, type SignedIn, requireProject, requireSignedIn } from './settings.ts';

/** One command, as it is called. */
export interface Call {
  args: Arguments;
  settings: Settings;
  environment: Environment;
  folder: string;
}

export interface Command {
  options?: Options;
  /** Answers with the exit code. */
  run(call: Call): Promise<number>;
}

/** Where a command's questions go: a server, a key that may be sent there, and a project. */
export function requirePlace({ settings }: Call): { to: SignedIn; project: string } {
  const to = requireSignedIn(settings);
  return { to, project: requireProject(settings) };
}

/** The lines for a person or an agent; with --json the data behind them. */
export function print({ args }: Call, text: string, data: unknown): void {
  console.log(args.is('json') ? JSON.stringify(data, null, 2) : text);
}

/** The fields that were said, without those that were not. */
export function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
