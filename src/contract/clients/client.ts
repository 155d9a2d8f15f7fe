/** What a client is told about Baton. Nothing here needs a schema library: the browser reads these files, too. */

/** How a client shows who it is: by signing in to the server in a browser, or by a key. */
export type Way = 'sign-in' | 'key';

export const CLIENT_IDS = [
  'claude',
  'codex',
  'gemini',
  'qwen',
  'opencode',
  'copilot',
  'amp',
  'goose',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
  'cline',
  'roo',
  'kilo',
  'jetbrains',
  'claude-desktop',
  'chatgpt',
  'other',
] as const;
export type AgentClient = (typeof CLIENT_IDS)[number];

export const CLIENT_GROUPS = ['terminal', 'editor', 'hosted', 'other'] as const;
export type ClientGroup = (typeof CLIENT_GROUPS)[number];

export type ConfigValue = string | number | boolean | readonly ConfigValue[] | ConfigTable;
export interface ConfigTable {
  readonly [name: string]: ConfigValue;
}

export interface Place {
  /** Of the MCP endpoint: "https://baton.example/mcp". */
  url: string;
  projectId: string;
}

/** What a configuration is made for. */
export interface Link extends Place {
  way: Way;
  /** What Baton is called in the client's configuration. */
  name: string;
}

/** A part of one of the client's files. */
export interface ClientFile {
  /** From the project's folder, or from the home folder where it begins with a tilde. */
  file: string;
  /** Where else the client may keep it: the first one that is there is used. */
  also?: readonly string[];
  format: 'json' | 'toml' | 'yaml';
  /** What the file must hold, among whatever else it holds. */
  entry: ConfigTable;
  /** What it must not hold: what the other way of signing in needs. */
  absent?: readonly (readonly string[])[];
  /** For one person's checkout alone: kept out of what is committed. */
  isPersonal?: true;
}

/** The file in which the client looks for how to work here. */
export interface InstructionsFile {
  file: string;
  /** What the client wants in front of a file that is ours alone. */
  head?: string;
}

export interface AgentClientSpec {
  id: AgentClient;
  name: string;
  group: ClientGroup;
  /** What starts it in a shell. */
  launch?: string;
  /** How it calls itself when it connects. */
  seenAs: RegExp;
  /** Files and folders that show that it is in use, in the project's folder or in the home folder. */
  signs: readonly string[];
  /** The better one first. */
  ways: readonly Way[];
  /** Where a key comes from: a variable, a question of the client, or `baton login`, as the program `baton mcp`. */
  keyFrom?: 'variable' | 'prompt' | 'login';
  /** `user`: one file for every repository, so that the server is named for the project. */
  scope: 'repository' | 'user' | 'none';
  /** It keeps sign-ins by the server's name for all repositories: the name says which project. */
  signInsByName?: true;
  server?(link: Link): ClientFile;
  /** What lets it call Baton's tools without asking, where that can be written to a file. */
  permissions?(link: Link): readonly ClientFile[];
  /** A client that does not heed, or not even read, what stands in a folder that its person has not trusted. */
  trust?: {
    /** Where it keeps that. */
    part(folder: string): ClientFile;
    /** How a person says it. */
    step: string;
  };
  /** What it runs when a session begins, before its context is compacted and when a turn ends. */
  hooks?: ClientFile;
  /** Where an earlier version kept the server: taken out when it names this project. */
  earlier?: ClientFile;
  instructions: InstructionsFile;
  /** Does the same as the server's file, from a terminal. */
  command?(link: Link): string;
  /** What is left for a person to do, in order. */
  steps?(link: Link): readonly string[];
  /** The pages of its own documentation that say so. */
  sources: readonly string[];
}
