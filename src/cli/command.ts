import type { Environment } from './environment.ts';
import type { Arguments, Options } from './read-arguments.ts';
import { currentBaton, sessionOf } from './remember-baton.ts';
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

/** A command in the table of all of them. */
export interface Entry {
  usage: string;
  does: string;
  /** What a person who asks for help with this one command is told beyond that. */
  more?: string;
  /** Called by another program, which must not be told of a failure. */
  isQuiet?(args: readonly string[]): boolean;
  load(): Promise<Command>;
}

/** Where a command's questions go: a server, a key that may be sent there, a project; and what is held from here. */
export function requirePlace({ settings, environment, folder }: Call): { to: SignedIn; project: string } {
  const signedIn = requireSignedIn(settings);
  const project = requireProject(settings);
  const tree = { environment, folder };
  const token = currentBaton(tree, project, signedIn.agent)?.token;
  return { to: { ...signedIn, token, session: sessionOf(tree, { isMade: false }) }, project };
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
