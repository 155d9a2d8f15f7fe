/** How far a client may go without anybody to ask. edit: change files, verify and call Baton; all: whatever it can. */
export type Allowed = 'edit' | 'all';

/** What a client is started for. */
export interface Start {
  /** The working tree it works in. */
  folder: string;
  /** A private folder outside the working tree, for files that only this start needs; removed when it has ended. */
  scratch: string;
  /** Brief, handover and rules in one text; the same is in `promptFile`, and the brief alone in `briefFile`. */
  prompt: string;
  promptFile: string;
  briefFile: string;
  server: { url: string; key: string; project: string };
  /** The baton it works under, so that it needs no claim. */
  held: { task: string; token: string; agent: string };
  allow: Allowed;
  /** What it may run beside Baton with `edit`, such as `npm test`. */
  verifyCommand: string | undefined;
  /** The words after `--` of the command line, added to its arguments. */
  extra: readonly string[];
  /** Program and arguments that start this command line, for `baton mcp`. */
  baton: readonly [string, ...string[]];
}

/** A program with its arguments as a list: nothing of a task or a note is ever part of them. */
export interface StartPlan {
  command: string;
  args: string[];
  /** Added to the environment of the runner. */
  env: Record<string, string>;
  /** Written to its standard input, which is then closed. */
  stdin: string;
}

/** What a client did, read from its output. */
export type ClientEvent =
  | { kind: 'said'; text: string }
  /** It uses a tool: a command it runs, a file it reads, a call of Baton. */
  | { kind: 'tool'; tool: string; text: string }
  | { kind: 'edit'; file: string }
  /** A line that is shown as it is. */
  | { kind: 'line'; text: string }
  /** What this start has used so far; null where the client does not say. */
  | { kind: 'spent'; tokens: number | null; costUsd: number | null }
  /** The account may use no more until then; null where it does not say when. */
  | { kind: 'limit'; until: Date | null; text: string }
  | { kind: 'failed'; text: string };

/** Reads the output of one start. It never throws: what it does not know is left out or shown as a line. */
export interface StreamReader {
  read(chunk: string): ClientEvent[];
  end(): ClientEvent[];
}

export type Unknown = (line: string) => void;

export interface RunClient {
  /** The name its agents are numbered under, such as `claude-code`. */
  name: string;
  /** Its output says what it costs. */
  tellsCost?: true;
  /** A program of the person's own, to which `allow` says nothing. */
  isCustom?: true;
  plan(start: Start): StartPlan;
  /** `unknown` is told the lines of the format that are not known. */
  openReader(now: () => Date, unknown?: Unknown): StreamReader;
}
