import type { Environment } from './environment.ts';
import type { Arguments, Options } from './read-arguments.ts';
import { currentBaton, sessionOf } from './remember-baton.ts';
import { type Settings, type SignedIn, requireProject, requireSignedIn } from './settings.ts';

/** An invocation of a command. */
export interface Call {
  args: Arguments;
  settings: Settings;
  environment: Environment;
  folder: string;
}

export interface Command {
  options?: Options;
  /** Returns the exit code. */
  run(call: Call): Promise<number>;
}

/** An entry of the command table. */
export interface Entry {
  usage: string;
  does: string;
  /** Additional help for this command. */
  more?: string;
  /** Called by another program (a hook), which must not see a failure. */
  isQuiet?(args: readonly string[]): boolean;
  load(): Promise<Command>;
}

/** The server, a key that may be sent to it, and the project; with the baton held from here. */
export function requirePlace({ settings, environment, folder }: Call): { to: SignedIn; project: string } {
  const signedIn = requireSignedIn(settings);
  const project = requireProject(settings);
  const tree = { environment, folder };
  const token = currentBaton(tree, project, signedIn.agent)?.token;
  return { to: { ...signedIn, token, session: sessionOf(tree, { isMade: false }) }, project };
}

/** Prints text or, with --json, the data. */
export function print({ args }: Call, text: string, data: unknown): void {
  console.log(args.is('json') ? JSON.stringify(data, null, 2) : text);
}

/** Without undefined fields. */
export function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
